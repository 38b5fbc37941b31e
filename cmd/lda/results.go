package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/models/lda/score"
	"arbelos/train/corpus/drawing"
)

// topicFigures say what a topic is.
type topicFigures struct {
	Topic          int       `json:"topic"`
	Alpha          float64   `json:"alpha"`
	Share          *float64  `json:"share"` // of the tokens that were fitted; null where not known
	EffectiveWords float64   `json:"effective_words"`
	Exclusivity    float64   `json:"exclusivity"`
	NPMI           *float64  `json:"npmi,omitempty"`
	Words          []string  `json:"words"`
	Weights        []float64 `json:"weights"`
}

// fitFigures are what a fit ends with.
type fitFigures struct {
	Run        string `json:"run"`
	Method     string `json:"method"`
	Iterations int    `json:"iterations"`
	Converged  bool   `json:"converged"`
	Documents  int    `json:"documents"`
	Tokens     int    `json:"tokens"`
	Words      int    `json:"words"`

	Completion *completionFigures `json:"completion,omitempty"` // of the documents held out
	// ELBO is the bound of the documents that were fitted under the model that is
	// saved; the joint log-likelihood is that of the last sweep. Both are in nats, and
	// neither is a held-out figure.
	ELBO  *float64 `json:"elbo,omitempty"`
	Joint *float64 `json:"log_likelihood,omitempty"`

	Coherence *float64       `json:"npmi"`
	Topics    []topicFigures `json:"topics"`
}

// results computes the figures of a fit that has ended, and writes the files of its
// run directory.
func (f *fit) results(ctx context.Context) (fitFigures, error) {
	o := f.opts
	m := f.fitting.model()
	l := &loaded{Model: m, vocab: f.data.vocab, saved: saved{
		Method: o.Method, Kind: m.Topics.Kind.String(), Size: m.V(), Words: f.data.vocab.Words(),
		Lowercase: o.Lowercase, Corpus: o.corpusFlags, HeldOut: o.HeldOut, Seed: o.Seed,
		Ops: o.settings(m.Topics.Kind).Ops, Until: o.settings(m.Topics.Kind).Until,
	}}
	if n, ok := f.fitting.(*neuralFit); ok {
		l.neural, l.Neural = n.Model, &n.Config
	}
	r := fitFigures{
		Run: f.run.Dir(), Method: o.Method, Iterations: f.fitting.done(), Converged: f.converged,
		Documents: f.data.n, Tokens: int(f.data.tokens), Words: m.V(),
	}
	if joint, ok := f.fitting.(interface{ JointLogLikelihood() float64 }); ok {
		x := joint.JointLogLikelihood()
		r.Joint = &x
	}
	inferrer, err := defaultInference().of(l)
	if err != nil {
		return r, err
	}
	if bound, ok := inferrer.(elboInferrer); ok {
		x, err := elbo(ctx, bound, f.data.documents())
		if err != nil {
			return r, err
		}
		r.ELBO = finite(x)
	}
	w := newWriter(f.run.Dir(), l, f.data)
	if err := w.write(ctx, f.proportions(inferrer)); err != nil {
		return r, err
	}
	l.Share, l.Unseen = w.share, w.unseen()
	if r.Completion, err = f.completion(ctx, l, inferrer); err != nil {
		return r, err
	}
	r.Topics = describe(l, w.share, o.TopWords)
	if r.Coherence, err = f.coherence(m, r.Topics); err != nil {
		return r, err
	}
	if !w.drawable() {
		f.log.Info("too many topics to be drawn: no " + ldavisFile)
	}
	if err := w.writeTopics(r.Topics); err != nil {
		return r, err
	}
	return r, l.write(filepath.Join(f.run.Dir(), modelFile), m, l.neural)
}

// proportions yields the documents that were fitted with their topics: those that
// the method estimated, or else inferred ones.
func (f *fit) proportions(inferrer lda.Inferrer) docTopics {
	if theta, ok := f.fitting.theta(); ok {
		return func(yield func(topicsOf, error) bool) {
			for i, doc := range f.data.docs {
				if !yield(topicsOf{doc, theta[i]}, nil) {
					return
				}
			}
		}
	}
	return inferAll(inferrer, f.data.documents())
}

// completion scores the documents that are held out, if there are any.
func (f *fit) completion(ctx context.Context, l *loaded, inferrer lda.Inferrer) (*completionFigures, error) {
	if len(f.data.held) == 0 {
		return nil, nil
	}
	c, err := completion(ctx, l, inferrer, f.data.heldOut(), f.opts.Seed)
	return &c, err
}

// coherence adds NPMI to topics, by the documents that were fitted, and returns the
// mean.
func (f *fit) coherence(m *lda.Model, topics []topicFigures) (*float64, error) {
	reference, err := countReference(f.data.documents(), f.data.read.Format.Spelled(), m.Topics.TopIDs(f.opts.TopWords), measureNPMI)
	if err != nil {
		return nil, err
	}
	sum, n := 0.0, 0
	for k, ids := range m.Topics.TopIDs(f.opts.TopWords) {
		if c := reference.NPMI(ids); c.Pairs > 0 {
			topics[k].NPMI = &c.Value
			sum += c.Value
			n++
		}
	}
	if n == 0 {
		return nil, nil
	}
	return finite(sum / float64(n)), nil
}

// describe diagnoses the topics of a model; share may be nil.
func describe(l *loaded, share []float64, top int) []topicFigures {
	out := make([]topicFigures, l.K())
	for k, t := range score.Topics(l.Model, nil, nil, top) {
		out[k] = topicFigures{Topic: k, Alpha: l.Alpha[k], EffectiveWords: t.EffectiveWords, Exclusivity: t.Exclusivity}
		if share != nil {
			out[k].Share = &share[k]
		}
		for _, word := range l.Topics.Top(k, top) {
			out[k].Words = append(out[k].Words, l.vocab.Word(word.ID))
			out[k].Weights = append(out[k].Weights, word.Weight)
		}
	}
	return out
}

// final are the figures for the run's summary.
func (r fitFigures) final() map[string]float64 {
	figures := map[string]float64{}
	var c completionFigures
	if r.Completion != nil {
		c = *r.Completion
	}
	for name, x := range map[string]*float64{
		"held_out/log_prob_token": c.All.PerToken, "held_out/log_prob_token_seen": c.Seen.PerToken,
		"train/elbo": r.ELBO, "train/log_likelihood": r.Joint, "train/npmi": r.Coherence} {
		if x != nil {
			figures[name] = *x
		}
	}
	return figures
}

func (r fitFigures) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s: %s, %d iterations; %d documents, %d tokens of %d words\n\n", r.Run, r.Method, r.Iterations, r.Documents, r.Tokens, r.Words)
	rows := [][]string{{"", "in all", "a token"}}
	tokens := float64(r.Tokens)
	if r.ELBO != nil {
		rows = append(rows, []string{"ELBO of these documents", fmt.Sprintf("%.1f", *r.ELBO), fmt.Sprintf("%.4f", *r.ELBO/tokens)})
	}
	if r.Joint != nil {
		rows = append(rows, []string{"log p(w, z) of these documents", fmt.Sprintf("%.1f", *r.Joint), fmt.Sprintf("%.4f", *r.Joint/tokens)})
	}
	if r.Completion != nil {
		r.Completion.print(w)
		fmt.Fprintln(w)
	}
	program.Table(w, rows)
	fmt.Fprintln(w)
	printTopics(w, r.Topics, false, program.Columns())
	if r.Coherence != nil {
		fmt.Fprintf(w, "\nmean NPMI of the top words in these documents: %.3f\n", *r.Coherence)
	}
}

// printTopics writes a line for each topic. Where its words have no room in the
// columns there are, 0 being any number, they follow beneath.
func printTopics(w io.Writer, topics []topicFigures, weights bool, columns int) {
	heading := []string{"topic", "share", "alpha", "effective words", "exclusivity"}
	coherent := len(topics) > 0 && topics[0].NPMI != nil
	if coherent {
		heading = append(heading, "NPMI")
	}
	rows := [][]string{append(heading, "")}
	for _, t := range topics {
		row := []string{fmt.Sprint(t.Topic), optional(t.Share, "%.3f"), fmt.Sprintf("%.4f", t.Alpha), fmt.Sprintf("%.0f", t.EffectiveWords), fmt.Sprintf("%.2f", t.Exclusivity)}
		if coherent {
			row = append(row, optional(t.NPMI, "%.3f"))
		}
		rows = append(rows, append(row, ""))
	}
	var aligned strings.Builder
	program.Table(&aligned, rows)
	for i, line := range strings.Split(strings.TrimSuffix(aligned.String(), "\n"), "\n") {
		line = strings.TrimRight(line, " ")
		if i == 0 {
			fmt.Fprintln(w, line)
			continue
		}
		t := topics[i-1]
		words := slices.Clone(t.Words)
		for j, weight := range t.Weights {
			if weights {
				words[j] += fmt.Sprintf(" %.4f", weight)
				if j < len(words)-1 {
					words[j] += ","
				}
			}
		}
		if whole := line + "  " + strings.Join(words, " "); columns == 0 || drawing.Columns(whole) <= columns {
			fmt.Fprintln(w, whole)
			continue
		}
		fmt.Fprintf(w, "%s\n%s", line, beneath(words, columns))
	}
}

// beneath sets words on lines of their own, indented, of as many as have room.
func beneath(words []string, columns int) string {
	const indent = "    "
	var lines strings.Builder
	used := 0
	for _, word := range words {
		width := drawing.Columns(word)
		switch {
		case used == 0:
			lines.WriteString(indent)
			used = len(indent)
		case used+1+width > columns:
			lines.WriteString("\n" + indent)
			used = len(indent)
		default:
			lines.WriteByte(' ')
			used++
		}
		lines.WriteString(word)
		used += width
	}
	return lines.String() + "\n"
}

// optional writes a number, or a dash where there is none.
func optional(x *float64, format string) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf(format, *x)
}

// finite returns a number that JSON can hold, and nil for others.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
