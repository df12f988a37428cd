export { type FakeBackend, type FakeBackendOptions, fakeBackend } from './fake-backend.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
export { type SignedInOptions, signedInStorage } from './signed-in-storage.ts';
