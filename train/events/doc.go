// Package events writes TensorBoard's event files: scalars as training goes on,
// and the options of a run as hyper-parameters.
//
// An event file is a sequence of frames (TFRecord), each the bytes of one
// protocol buffer message of type tensorflow.Event. Of its messages only the
// few fields that are written are known here, by their numbers in
// tensorflow/core/util/event.proto, tensorflow/core/framework/summary.proto and
// tensorboard/plugins/hparams/plugin_data.proto.
//
// The package must not know what is trained, nor where a run keeps its files.
package events
