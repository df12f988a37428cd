type Named = { first_name?: unknown; last_name?: unknown; father_name?: unknown };

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const initial = (name: string) => (name === '' ? '' : `${[...name][0]?.toLocaleUpperCase('ru')}.`);

const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

/** Formats «Иванова А. П.». Without a last name, the other names are complete. Empty without any name. */
export function shortName({ first_name, last_name, father_name }: Named): string {
  const [first, last, father] = [text(first_name), text(last_name), text(father_name)];
  return last === '' ? join(first, father) : join(last, initial(first), initial(father));
}

/** Returns up to two letters for the avatar; empty without a name. */
export function initials({ first_name, last_name }: Named): string {
  return [text(last_name), text(first_name)].map((name) => initial(name).slice(0, -1)).join('');
}
