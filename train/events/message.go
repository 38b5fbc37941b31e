package events

import (
	"maps"
	"math"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// message is a protocol buffer message under construction.
type message []byte

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendTag(*m, field, protowire.BytesType)
	*m = protowire.AppendBytes(*m, v)
}

func (m *message) text(field protowire.Number, v string) { m.bytes(field, []byte(v)) }

// integer leaves out zero, which is what a reader takes a missing one for.
func (m *message) integer(field protowire.Number, v uint64) {
	if v != 0 {
		*m = protowire.AppendTag(*m, field, protowire.VarintType)
		*m = protowire.AppendVarint(*m, v)
	}
}

func (m *message) double(field protowire.Number, v float64) {
	*m = protowire.AppendTag(*m, field, protowire.Fixed64Type)
	*m = protowire.AppendFixed64(*m, math.Float64bits(v))
}

func (m *message) float(field protowire.Number, v float32) {
	*m = protowire.AppendTag(*m, field, protowire.Fixed32Type)
	*m = protowire.AppendFixed32(*m, math.Float32bits(v))
}

// event is a tensorflow.Event, whose fields 3, 5 and 7 are the version of the
// file, a summary and a session's log.
func event(at time.Time, step int, field protowire.Number, content []byte) message {
	var m message
	m.double(1, seconds(at))
	m.integer(2, uint64(step))
	m.bytes(field, content)
	return m
}

// seconds since 1970, as every message counts time.
func seconds(at time.Time) float64 { return float64(at.Unix()) + float64(at.Nanosecond())/1e9 }

// scalars is a tensorflow.Summary of single-precision values, by tag.
func scalars(values map[string]float64) message {
	var summary message
	for _, tag := range slices.Sorted(maps.Keys(values)) {
		var value message
		value.text(1, tag)
		value.float(2, float32(values[tag]))
		summary.bytes(1, value)
	}
	return summary
}

// pluginSummary is a tensorflow.Summary without a value: what it says is the
// content of the plug-in's metadata.
func pluginSummary(tag, plugin string, content []byte) message {
	var data, metadata, value, summary message
	data.text(1, plugin)
	data.bytes(2, content)
	metadata.bytes(1, data)
	value.text(1, tag)
	value.bytes(9, metadata)
	summary.bytes(1, value)
	return summary
}
