import { expect, test } from 'vitest';
import { canMove, machines } from './machines.ts';
import model from './model.json' with { type: 'json' };

test('the life cycles are those of the model', () => {
  expect(machines).toEqual(model);
});

test.each(Object.entries(machines))(
  'every state of %s can be reached from where it may begin',
  (_name, machine) => {
    const { t, labels }: { t: Record<string, readonly string[]>; labels: object } = machine;
    const reached = new Set<string>(machine.entry);
    for (const state of reached) for (const next of t[state] ?? []) reached.add(next);
    expect([...reached].sort()).toEqual(Object.keys(labels).sort());
  },
);

test('a move that the model does not name is none', () => {
  expect(canMove(machines.lead, 'new', 'qualified')).toBe(true);
  expect(canMove(machines.lead, 'new', 'won')).toBe(false);
  expect(canMove(machines.lead, 'new', 'new')).toBe(false);
});
