import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = Awaited<ReturnType<typeof createTcpProxy>>;

/** A TCP proxy to a local port. `cut` closes open connections and refuses new ones. */
export async function createTcpProxy(target: number) {
  const sockets = new Set<Socket>();
  let to: number | undefined = target;
  const proxy = createServer((near) => {
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
  await new Promise((resolve) => proxy.once('listening', resolve));
  const cut = () => {
    to = undefined;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    cut,
    /** Forwards new connections to a port. */
    forwardTo(port: number) {
      to = port;
    },
    close() {
      cut();
      proxy.close();
    },
  };
}
