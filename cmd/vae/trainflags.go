package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"arbelos/cmd/internal/program"
	"arbelos/models/vae"
	"arbelos/train/corpus/points"
)

// trainCmd holds every option of training.
type trainCmd struct {
	TrainFile   string        `toml:"train-file" group:"Data" help:"Training items, a table. Without it embedded data is used." placeholder:"FILE"`
	ValFile     string        `toml:"val-file" group:"Data" help:"Validation items; without it every tenth training item is held out." placeholder:"FILE"`
	TestFile    string        `toml:"test-file" group:"Data" help:"Test items, measured at the end." placeholder:"FILE"`
	Format      points.Format `toml:"format" group:"Data" help:"Format of the files: ${enum}." enum:"auto,csv,tsv,npy" default:"auto"`
	Embedded    string        `toml:"embedded" group:"Data" help:"The embedded data: points along a spiral (curve) or 8 x 8 images of bars (stripes)." enum:"curve,stripes" default:"curve"`
	Standardise bool          `toml:"standardise" group:"Data" help:"Train on columns shifted and scaled to mean 0 and deviation 1. Figures and samples are in the data's units nevertheless."`
	ImageWidth  int           `toml:"image-width" group:"Data" help:"An item is an image with so many numbers a row, and samples are drawn as pictures; 0: it is not. Embedded images have 8." default:"0"`
	BatchSize   int           `toml:"batch-size" group:"Data" help:"Items in a batch." default:"50"`

	Likelihood string `toml:"likelihood" group:"Model" help:"p(x|z): gaussian with mean and variance from networks; linear, which is probabilistic PCA; bernoulli for zeros and ones; categorical for whole numbers from 0. auto is bernoulli for embedded images, else gaussian." enum:"auto,gaussian,linear,bernoulli,categorical" default:"auto"`
	Values     int    `toml:"values" group:"Model" help:"Values of a categorical x; 0: one more than the largest in the training data." default:"0"`
	Latent     int    `toml:"latent" group:"Model" help:"Dimensions of z." default:"2"`
	Hidden     string `toml:"hidden" group:"Model" help:"Widths of the hidden layers of q's network; p's has them in reverse order. none makes both linear." default:"64,64"`

	Estimator  vae.Estimator `toml:"estimator" group:"Training" help:"What is raised and how its gradient is estimated: elbo, iwae, dreg, rws, wake-sleep or score." enum:"elbo,iwae,dreg,rws,wake-sleep,score" default:"elbo"`
	Samples    int           `toml:"samples" group:"Training" help:"Samples from q for each item in a step." default:"1"`
	SampledKL  bool          `toml:"sampled-kl" name:"sampled-kl" group:"Training" help:"Estimate the KL of elbo from samples, not by its closed form."`
	Baseline   vae.Baseline  `toml:"baseline" group:"Training" help:"Baseline of score: ${enum}." enum:"none,leave-one-out,moving-average" default:"leave-one-out"`
	KLWarmup   float64       `toml:"kl-warmup" name:"kl-warmup" group:"Training" help:"Epochs over which the KL weight grows from 0 to 1; for elbo, iwae and score." default:"0"`
	LR         float64       `toml:"lr" name:"lr" group:"Training" help:"Learning rate (Adam)." default:"0.002"`
	Decay      float64       `toml:"decay" group:"Training" help:"Factor on the rate after each epoch once validation stops improving." default:"0.98"`
	NumEpochs  int           `toml:"num-epochs" group:"Training" help:"Most epochs." default:"200"`
	MinEpochs  int           `toml:"min-epochs" group:"Training" help:"Epochs before the rate may decay." default:"50"`
	MaxNorm    float64       `toml:"max-grad-norm" name:"max-grad-norm" group:"Training" help:"Bound on the norm of the gradients of p and q each; 0 is none." default:"20"`
	ValSamples int           `toml:"val-samples" group:"Training" help:"Samples from q for each item in validation." default:"20"`
	Seed       uint64        `toml:"seed" group:"Training" help:"Seed of everything random." default:"3435"`

	Dtype string `toml:"dtype" group:"Run" help:"Element type: float32 or float64." enum:"float32,float64" default:"float32"`

	program.Running `group:"Run"`
}

// Check refuses flags that cannot be meant, before anything is read or written.
func (o *trainCmd) Check() error {
	err := cmp.Or(
		o.Running.Check(),
		program.AtLeast("image-width", o.ImageWidth, 0), program.AtLeast("batch-size", o.BatchSize, 1),
		program.AtLeast("values", o.Values, 0), program.AtLeast("latent", o.Latent, 1),
		program.AtLeast("samples", o.Samples, 1), program.AtLeast("val-samples", o.ValSamples, 1), program.AtLeast("kl-warmup", o.KLWarmup, 0),
		program.AtLeast("lr", o.LR, 0), program.AtLeast("decay", o.Decay, 0), program.AtLeast("max-grad-norm", o.MaxNorm, 0),
		program.AtLeast("num-epochs", o.NumEpochs, 0), program.AtLeast("min-epochs", o.MinEpochs, 0),
	)
	likelihood := o.likelihood()
	switch {
	case err != nil:
		return err
	case o.Decay > 1:
		return fmt.Errorf("--decay is %v, expected at most 1", o.Decay)
	case o.KLWarmup > 0 && !o.Estimator.Weighted():
		return fmt.Errorf("--kl-warmup is %v, expected 0 with --estimator %s, whose KL has no weight", o.KLWarmup, o.Estimator)
	case o.SampledKL && o.Estimator != vae.ELBO:
		return fmt.Errorf("found --sampled-kl with --estimator %s, expected elbo: the others always sample", o.Estimator)
	case o.Standardise && likelihood != vae.Gaussian && likelihood != vae.Linear:
		return fmt.Errorf("found --standardise with --likelihood %s, expected gaussian or linear", likelihood)
	case o.Values != 0 && likelihood != vae.Categorical:
		return fmt.Errorf("--values is %d, expected 0 with --likelihood %s", o.Values, likelihood)
	}
	_, err = o.hidden()
	return err
}

// likelihood resolves auto.
func (o *trainCmd) likelihood() vae.Likelihood {
	switch {
	case o.Likelihood != "auto":
		return vae.Likelihood(o.Likelihood)
	case o.TrainFile == "" && o.Embedded == "stripes":
		return vae.Bernoulli
	}
	return vae.Gaussian
}

// hidden parses the widths of the hidden layers.
func (o *trainCmd) hidden() ([]int, error) {
	if o.Hidden == "none" {
		return nil, nil
	}
	var widths []int
	for field := range strings.SplitSeq(o.Hidden, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("--hidden is %q, expected widths of at least 1 between commas, or none", o.Hidden)
		}
		widths = append(widths, n)
	}
	return widths, nil
}
