package events

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

const (
	hparamsPlugin = "hparams"
	startTag      = "_hparams_/session_start_info"
	endTag        = "_hparams_/session_end_info"
)

// Status is how a run stands, in the words of TensorBoard's table of runs.
type Status int

// The statuses, by their numbers in tensorboard.hparams.Status.
const (
	Success Status = iota + 1
	Failure
	Running
)

// hparamsStart is the HParamsPluginData of a run that begins, with its
// hyper-parameters by name; hparamsEnd that of one that ends.
func hparamsStart(at time.Time, params map[string]any) message {
	var info, m message
	for _, name := range slices.Sorted(maps.Keys(params)) {
		var entry message // of a map
		entry.text(1, name)
		entry.bytes(2, value(params[name]))
		info.bytes(1, entry)
	}
	info.double(5, seconds(at))
	m.bytes(3, info)
	return m
}

func hparamsEnd(at time.Time, status Status) message {
	var info, m message
	info.integer(1, uint64(status))
	info.double(2, seconds(at))
	m.bytes(4, info)
	return m
}

// value is a google.protobuf.Value: a number, a string or a truth value. All
// else becomes text.
func value(v any) message {
	var m message
	switch v := v.(type) {
	case float64:
		m.double(2, v)
	case int64:
		m.double(2, float64(v))
	case bool:
		// Written even where false: it says which kind the value is.
		m = protowire.AppendVarint(protowire.AppendTag(m, 4, protowire.VarintType), protowire.EncodeBool(v))
	default:
		m.text(3, fmt.Sprint(v))
	}
	return m
}
