package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbelos/train"
)

// panel is a plot of one quantity, of all runs.
type panel struct {
	name    string // of its files
	title   string
	about   string // what is to be known of it
	x, y    string
	curves  []curve
	nominal []string // labels along x, in place of numbers
	logY    bool
	dots    bool // points alone: what is along x has no order
}

// quantity is a figure that programs are known to record, of training or
// validation.
type quantity struct{ figure, title, y, about string }

// quantities are in the order of their panels. What else is recorded follows them.
var quantities = []quantity{
	{"elbo", "Evidence lower bound (ELBO)", "nats", "Reconstruction minus KL: a lower bound on log p of what was observed."},
	{"reconstruction", "Reconstruction", "nats", "E log p(x|z), the ELBO's first part."},
	{"kl", "KL divergence", "nats", "KL of q from the prior p(z), the part of the ELBO that is subtracted."},
	{"entropy", "Entropy of q", "nats", "H of q(z|x). One that stays at its first value belongs to a q that learns nothing."},
	{"ppl", "Perplexity", "perplexity", "With </s> counted. Of a grammar it is by the bound, and so an upper bound."},
	{"f1", "F1", "per cent", "Unlabelled, punctuation removed, mean over sentences."},
	{"f1_punct", "F1 with punctuation", "per cent", "Unlabelled, mean over sentences. Not to be compared with F1."},
	{"bound", "Importance-weighted bound", "nats", "Of as many samples as there are; of one it is the ELBO."},
	{"log_p", "log p", "nats", "Of sentences; of a grammar, of sentences with their gold trees."},
	{"log_q", "log q", "nats", "Of the gold trees."},
	{"log_p_words", "log p of words", "nats a token", "Tokens are words and </s>. Of a grammar, p's words given the trees."},
	{"log_p_actions", "log p of actions", "nats", "Of a grammar, p's trees."},
	{"objective", "Objective", "nats", "What a step's gradient ascends. Where that is a surrogate of the bound it is no bound."},
	{"elbo_token", "ELBO a token", "nats a token", ""},
	{"document_bound_token", "Bound of minibatches' documents a token", "nats a token", "Without the topics' part."},
	{"log_likelihood", "Joint log-likelihood", "nats", "log p of words and topic assignments; no held-out figure."},
	{"log_likelihood_token", "Joint log-likelihood a token", "nats a token", ""},
}

// Figures that are not plotted: a count, and what has a panel under another name.
var unplotted = []string{"sentences", "documents", "tokens", "items", "score"}

// panels are the plots of what runs have recorded. Runs of one program share their
// plots; those of others measure other things by the same names.
func panels(runs []*Run) []panel {
	programs := map[string]bool{}
	for _, r := range runs {
		programs[r.Summary.Program] = true
	}
	var out []panel
	for _, program := range slices.Sorted(maps.Keys(programs)) {
		some := slices.Clone(runs) // each in its place
		for i, r := range runs {
			if r.Summary.Program != program {
				some[i] = &Run{}
			}
		}
		for _, p := range programPanels(some) {
			if len(programs) > 1 {
				p.title = fmt.Sprintf("%s (%s)", p.title, printable(cmp.Or(program, "program not known")))
			}
			p.name = fmt.Sprintf("%02d-%s", len(out)+1, p.name)
			out = append(out, p)
		}
	}
	return out
}

func programPanels(runs []*Run) []panel {
	known := map[string]bool{}
	var out []panel
	add := func(p panel) {
		if len(p.curves) > 0 {
			out = append(out, p)
		}
	}
	for _, q := range quantities {
		known[q.figure] = true
		add(splitPanel(runs, q))
	}
	if slices.ContainsFunc(out, func(p panel) bool { return p.name == "kl" }) { // without one its weight is 1, of nothing
		add(groupPanel(runs, "kl_weight", panel{name: "kl-weight", title: "Weight of the KL", y: "weight"}))
	}
	add(groupPanel(runs, "rate/", panel{name: "rates", title: "Learning rates", y: "rate"}))
	add(groupPanel(runs, "norm/", panel{name: "norms", title: "Gradient norms", y: "norm", about: "Before clipping, of the groups of parameters that are clipped together."}))
	for _, figure := range unknownFigures(runs, known) {
		add(splitPanel(runs, quantity{figure: figure, title: strings.ReplaceAll(figure, "_", " ")}))
	}
	return out
}

// unknownFigures returns what runs record of training or validation besides.
func unknownFigures(runs []*Run, known map[string]bool) []string {
	others := map[string]bool{}
	for _, r := range runs {
		for _, record := range r.Records {
			for name := range record.Figures {
				split, figure, _ := strings.Cut(name, "/")
				if (split == train.SplitTrain || split == train.SplitValidation) && figure != "" && !known[figure] && !slices.Contains(unplotted, figure) {
					others[figure] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(others))
}

// splitPanel shows a figure of training and of validation. Points are epochs where
// any run has two of them, else whatever there is.
func splitPanel(runs []*Run, q quantity) panel {
	p := panel{name: fileName(q.figure), title: printable(q.title), y: q.y, about: q.about}
	splits := []string{train.SplitValidation, train.SplitTrain}
	use, x := anyRecord, byStep
	p.x = "step"
	for _, r := range runs {
		for _, split := range splits {
			if len(follow(r.Records, split+"/"+q.figure, epochRecord, byEpoch)) > 1 {
				use, x, p.x = epochRecord, byEpoch, "epoch"
			}
		}
	}
	for i, r := range runs {
		for part, split := range splits {
			if xy := follow(r.Records, split+"/"+q.figure, use, x); len(xy) > 0 {
				p.curves = append(p.curves, curve{i, part, split, xy})
			}
		}
	}
	return p
}

// groupPanel shows, over steps, the figures of a name that is theirs or, if it ends
// in a slash, that theirs begin with.
func groupPanel(runs []*Run, prefix string, p panel) panel {
	names := map[string]bool{}
	for _, r := range runs {
		for _, record := range r.Records {
			for name := range record.Figures {
				if name == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(name, prefix) {
					names[name] = true
				}
			}
		}
	}
	p.x = "step"
	lowest, highest := largest, 0.0
	for part, name := range slices.Sorted(maps.Keys(names)) {
		label := strings.TrimPrefix(strings.TrimPrefix(name, prefix), "/")
		for i, r := range runs {
			xy := follow(r.Records, name, anyRecord, byStep)
			if len(xy) == 0 {
				continue
			}
			for _, point := range xy {
				lowest, highest = min(lowest, point.Y), max(highest, point.Y)
			}
			p.curves = append(p.curves, curve{i, part, printable(label), xy})
		}
	}
	slices.SortStableFunc(p.curves, func(a, b curve) int { return cmp.Compare(a.run, b.run) })
	p.logY = lowest > 0 && highest > 100*lowest
	return p
}

// fileName makes a name for a file of a figure's.
func fileName(figure string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, figure)
}
