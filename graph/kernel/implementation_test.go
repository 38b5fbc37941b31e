package kernel

import "testing"

// TestChoose names every implementation in the environment, none, and one that
// does not exist.
func TestChoose(t *testing.T) {
	t.Setenv(environment, "")
	if got, err := choose(all32); got.name != all32[0].name || err != nil {
		t.Errorf("nothing chooses %s, error %v", got.name, err)
	}
	for _, impl := range all32 {
		t.Setenv(environment, impl.name)
		if got, err := choose(all32); got.name != impl.name || err != nil {
			t.Errorf("%s=%s chooses %s, error %v", environment, impl.name, got.name, err)
		}
	}
	t.Setenv(environment, "fortran")
	want := `environment variable ARBELOS_KERNEL: found "fortran", expected b or c`
	if _, err := choose([]implementation[float32]{{name: "b"}, {name: "c"}}); err == nil || err.Error() != want {
		t.Errorf("error %v, want %v", err, want)
	}
}

// TestNamesAgree holds the two element types to one implementation.
func TestNamesAgree(t *testing.T) {
	if Name() != chosen32.name || chosen32.name != chosen64.name || len(all32) != len(all64) {
		t.Errorf("float32 has %s, float64 %s, Name is %s", chosen32.name, chosen64.name, Name())
	}
}
