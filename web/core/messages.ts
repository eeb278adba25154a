// The messages of the protocol; the build makes them from protocol/messages.txt.
export * from '../generated/messages';
