export { type FakeBackend, type FakeBackendOptions, fakeBackend } from './testing/fake-backend.ts';
export { type SignedInOptions, signedInStorage } from './testing/signed-in-storage.ts';
