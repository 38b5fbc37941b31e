package events

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// The reader of this file is written from the format's description and shares
// nothing with the writer: its checksum goes bit by bit, its numbers are put
// together from bytes, and it knows the messages' fields on its own.

// crcBitwise is CRC-32C by the reflected polynomial 0x82f63b78, a bit at a time.
func crcBitwise(data []byte) uint32 {
	crc := ^uint32(0)
	for _, b := range data {
		crc ^= uint32(b)
		for range 8 {
			if crc&1 == 1 {
				crc = crc>>1 ^ 0x82f63b78
			} else {
				crc >>= 1
			}
		}
	}
	return ^crc
}

// unmask is the inverse of the mask.
func unmask(v uint32) uint32 {
	rotated := v - 0xa282ead8
	return rotated>>17 | rotated<<15
}

// readFrames returns the contents of all frames. What is cut short at the end
// is io.ErrUnexpectedEOF, with the frames before it.
func readFrames(file []byte) ([][]byte, error) {
	var frames [][]byte
	for len(file) > 0 {
		if len(file) < 12 {
			return frames, io.ErrUnexpectedEOF
		}
		length, check := binary.LittleEndian.Uint64(file), binary.LittleEndian.Uint32(file[8:])
		if crcBitwise(file[:8]) != unmask(check) {
			return frames, fmt.Errorf("frame %d: checksum of the length", len(frames))
		}
		if length > uint64(len(file)-12) || len(file)-12-int(length) < 4 {
			return frames, io.ErrUnexpectedEOF
		}
		data, rest := file[12:12+length], file[12+length:]
		if crcBitwise(data) != unmask(binary.LittleEndian.Uint32(rest)) {
			return frames, fmt.Errorf("frame %d: checksum of the data", len(frames))
		}
		frames, file = append(frames, data), rest[4:]
	}
	return frames, nil
}

// fields is a message, decoded one level deep: of each field its contents in
// their order, bytes or a number.
type fields map[int][]any

func (f fields) one(n int) any {
	if len(f[n]) == 0 {
		return nil
	}
	return f[n][len(f[n])-1]
}

func (f fields) sub(n int) fields {
	b, _ := f.one(n).([]byte)
	m, err := decodeMessage(b)
	if err != nil {
		panic(err)
	}
	return m
}

func (f fields) text(n int) string {
	b, _ := f.one(n).([]byte)
	return string(b)
}

func (f fields) integer(n int) int {
	v, _ := f.one(n).(uint64)
	return int(v)
}

func decodeMessage(b []byte) (fields, error) {
	f := fields{}
	varint := func() (v uint64, err error) {
		for shift := 0; ; shift += 7 {
			if len(b) == 0 || shift > 63 {
				return 0, io.ErrUnexpectedEOF
			}
			c := b[0]
			b = b[1:]
			v |= uint64(c&0x7f) << shift
			if c < 0x80 {
				return v, nil
			}
		}
	}
	take := func(n uint64) ([]byte, error) {
		if n > uint64(len(b)) {
			return nil, io.ErrUnexpectedEOF
		}
		head := b[:n]
		b = b[n:]
		return head, nil
	}
	for len(b) > 0 {
		key, err := varint()
		if err != nil {
			return nil, err
		}
		var v any
		var raw []byte
		switch number := int(key >> 3); key & 7 {
		case 0:
			v, err = varint()
		case 1:
			if raw, err = take(8); err == nil {
				v = math.Float64frombits(binary.LittleEndian.Uint64(raw))
			}
		case 2:
			var n uint64
			if n, err = varint(); err == nil {
				v, err = take(n)
			}
		case 5:
			if raw, err = take(4); err == nil {
				v = math.Float32frombits(binary.LittleEndian.Uint32(raw))
			}
		default:
			err = fmt.Errorf("field %d has wire type %d", number, key&7)
		}
		if err != nil {
			return nil, err
		}
		f[int(key>>3)] = append(f[int(key>>3)], v)
	}
	return f, nil
}
