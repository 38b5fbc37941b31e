package kernel

import "testing"

// TestChoose names every implementation in the environment, and one that is
// none.
func TestChoose(t *testing.T) {
	for _, impl := range all32 {
		t.Setenv(environment, impl.name)
		if got := choose(all32).name; got != impl.name {
			t.Errorf("%s=%s chooses %s", environment, impl.name, got)
		}
	}
	t.Setenv(environment, "fortran")
	defer func() {
		want := `kernel: environment variable ARBELOS_KERNEL: found "fortran", expected b or c`
		if got := recover(); got != want {
			t.Errorf("panic %v, want %v", got, want)
		}
	}()
	choose([]implementation[float32]{{name: "b"}, {name: "c"}})
}

// TestNamesAgree holds the two element types to one implementation.
func TestNamesAgree(t *testing.T) {
	if Name() != chosen32.name || chosen32.name != chosen64.name || len(all32) != len(all64) {
		t.Errorf("float32 has %s, float64 %s, Name is %s", chosen32.name, chosen64.name, Name())
	}
}
