package dirichlet

import "testing"

// TestNamesake has every implementation chosen by its name, and the best with a
// library that only multiplies.
func TestNamesake(t *testing.T) {
	for _, i := range all {
		if got := namesake(i.name).name; got != i.name {
			t.Errorf("kernel's %s goes with %s", i.name, got)
		}
	}
	if got := namesake("openblas").name; got != all[0].name {
		t.Errorf("kernel's openblas goes with %s, want %s", got, all[0].name)
	}
}
