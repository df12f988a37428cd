/**
 * Shows this tab so many milliseconds late what other tabs write. Browsers with a process of their own for
 * storage do so by nature, and pass locks on sooner; the one that comes with the dependencies has none.
 */
export function delayStorage(milliseconds: number): void {
  const real = localStorage;
  const seen = new Map<string, string>(Object.entries(real));
  const ownWrites = new Map<string, number>();
  const onTheWay = new Map<string, number>();
  const own = (key: string) => ownWrites.get(key) ?? 0;
  const show = (key: string, value: string | null) => {
    if (value === null) seen.delete(key);
    else seen.set(key, value);
  };

  addEventListener('storage', (event) => {
    // What is passed on below is not the browser's own event.
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    const { key, newValue } = event;
    const writes = own(key ?? '');
    const count = (change: number) => {
      const left = (onTheWay.get(key ?? '') ?? 0) + change;
      onTheWay.set(key ?? '', left);
      return left;
    };
    count(1);
    setTimeout(() => {
      const last = count(-1) === 0;
      if (key === null) seen.clear();
      // In the end all tabs see the same, whatever order they wrote in.
      else if (last) show(key, real.getItem(key));
      // A write of this tab's own came after what arrives only now.
      else if (own(key) === writes) show(key, newValue);
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    }, milliseconds);
  });

  const write = (key: string, value: string | null) => {
    ownWrites.set(key, own(key) + 1);
    show(key, value);
  };
  const late = {
    getItem: (key: string) => seen.get(key) ?? null,
    setItem(key: string, value: string) {
      write(key, value);
      real.setItem(key, value);
    },
    removeItem(key: string) {
      write(key, null);
      real.removeItem(key);
    },
    clear() {
      seen.clear();
      real.clear();
    },
  };
  Object.defineProperty(window, 'localStorage', { value: late });
}
