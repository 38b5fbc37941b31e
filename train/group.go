package train

// Group says how the parameters of one graph.Param.Group are updated.
type Group struct {
	// Name is the Group of the parameters meant.
	Name string
	// Optimiser holds the state; no two groups share one.
	Optimiser Optimiser
	// Rate is the learning rate before any decay.
	Rate float64
	// Trained tells whether the group is trained in an epoch, the first being
	// 1. In other epochs its gradients are ignored, in norms too, and neither
	// its parameters nor its optimiser change. Nil: trained in every epoch.
	Trained func(epoch int) bool
}

// FirstEpochs is a value for Group.Trained: the first n epochs, exactly n of
// them; none for 0, every one for a negative n.
//
// (The code published with URNNG compares once with < and once with <=, so that
// its --train_q_epochs 2 gives q gradients in the first epoch alone. During the
// second, Adam's momentum still moves q. FirstEpochs(1) is the nearest.)
func FirstEpochs(n int) func(epoch int) bool {
	return func(epoch int) bool { return n < 0 || epoch <= n }
}

// trainedIn tells whether the group is trained in an epoch.
func (g Group) trainedIn(epoch int) bool { return g.Trained == nil || g.Trained(epoch) }
