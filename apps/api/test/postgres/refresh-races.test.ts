import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { startTestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

test('a token exchange with a locked session does not delay other exchanges of its batch', async () => {
  const server = await startTestServer();
  const client = createClient(server);
  const [first, heldSession, other] = [await client.signIn(), await client.signIn(), await client.signIn()];
  const holder = await server.db.startTransaction().execute();
  const { sid } = decodeJwt<{ sid: string }>(heldSession.access);
  await holder.selectFrom('sessions').select('id').where('id', '=', sid).forUpdate().execute();

  const responses = [first, heldSession, other].map(({ refresh }) => client.refresh(refresh));
  // These respond while the other session is locked.
  for (const index of [0, 2]) expect(await responses[index]).toMatchObject({ status: 200 });
  await holder.commit().execute();
  expect(await responses[1]).toMatchObject({ status: 200 });
  await server.stop();
});
