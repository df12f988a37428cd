/**
 * Delays storage writes of other tabs in this tab. Browsers with a separate storage process deliver writes later than locks; the
 * bundled Chromium has no such process.
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
    // Ignores the events dispatched below, which are not trusted.
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
      // After the last event all tabs read the same value.
      else if (last) show(key, real.getItem(key));
      // A later write of this tab overrides a delayed event.
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
