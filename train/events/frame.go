package events

import (
	"encoding/binary"
	"hash/crc32"
)

// appendFrame appends a TFRecord frame:
//
//	uint64  length of the data
//	uint32  masked CRC-32C of the eight bytes of the length
//	        the data
//	uint32  masked CRC-32C of the data
//
// All numbers are little-endian.
func appendFrame(to, data []byte) []byte {
	to = binary.LittleEndian.AppendUint64(to, uint64(len(data)))
	to = binary.LittleEndian.AppendUint32(to, maskedCRC(to[len(to)-8:]))
	to = append(to, data...)
	return binary.LittleEndian.AppendUint32(to, maskedCRC(data))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maskedCRC is the CRC-32C turned right by 15 bits, plus a constant, so that
// the checksum of data that holds its own checksum is not a fixed number.
func maskedCRC(data []byte) uint32 {
	c := crc32.Checksum(data, castagnoli)
	return (c>>15 | c<<17) + 0xa282ead8
}
