// The messages of the protocol, made by the build of protocol/messages.txt.
export * from '../generated/messages';
