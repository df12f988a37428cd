import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Wire = Awaited<ReturnType<typeof createWire>>;

/** An address in front of another: cut, it lets nothing through and drops what was open. */
export async function createWire(target: number) {
  const sockets = new Set<Socket>();
  let to: number | undefined = target;
  const wire = createServer((near) => {
    if (to === undefined) return void near.destroy();
    const far = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(into);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => wire.once('listening', resolve));
  const cut = () => {
    to = undefined;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (wire.address() as AddressInfo).port,
    cut,
    /** Leads to a port, another one than before or the same. */
    lead(port: number) {
      to = port;
    },
    close() {
      cut();
      wire.close();
    },
  };
}
