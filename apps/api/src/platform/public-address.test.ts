import { expect, test } from 'vitest';
import { addressToConnect, isPublic, PrivateHost, UnknownHost } from './public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '4000::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2001::1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  'localhost',
])('%s is not a public address', (address) => expect(isPublic(address)).toBe(false));

test.each(['77.88.21.158', '8.8.8.8', '172.32.0.1', '2a02:6b8::1'])('%s is a public address', (address) =>
  expect(isPublic(address)).toBe(true),
);

test.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '127.1', '::1'])(
  'refuses a mail server at %s unless private addresses are allowed',
  async (host) => {
    await expect(addressToConnect(host, false)).rejects.toThrow(PrivateHost);
  },
);

test('reports a name without an address as unknown and can allow private addresses', async () => {
  await expect(addressToConnect('no-such-host.invalid', false)).rejects.toThrow(UnknownHost);
  expect(await addressToConnect('127.0.0.1', true)).toBe('127.0.0.1');
});
