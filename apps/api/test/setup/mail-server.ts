import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that notes the Message-ID of every letter, and tells of each before it says that it has it. */
export async function mailServer(onLetter: (count: number) => void = () => undefined) {
  const letters: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString();
      });
      stream.on('end', () => {
        letters.push(/^Message-ID: <(.+)@/im.exec(text)?.[1] ?? '');
        onLetter(letters.length);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  server.on('error', () => undefined);
  return {
    letters,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Ends it. Sessions of a process that was killed are not waited for. */
    close: () => void server.close(() => undefined),
  };
}
