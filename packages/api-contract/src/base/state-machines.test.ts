import { expect, test } from 'vitest';
import model from './model.json' with { type: 'json' };
import { canTransition, stateMachines } from './state-machines.ts';

test('the state machines are those of the model', () => {
  const named = Object.entries(model).map(([name, { t, ...machine }]) => [
    name,
    { ...machine, transitions: t },
  ]);
  expect(stateMachines).toEqual(Object.fromEntries(named));
});

test.each(Object.entries(stateMachines))(
  'every state of %s is reachable from an entry state',
  (_name, machine) => {
    const { transitions, labels }: { transitions: Record<string, readonly string[]>; labels: object } =
      machine;
    const reached = new Set<string>(machine.entry);
    for (const state of reached) for (const next of transitions[state] ?? []) reached.add(next);
    expect([...reached].sort()).toEqual(Object.keys(labels).sort());
  },
);

test('a transition outside the model is refused', () => {
  expect(canTransition(stateMachines.lead, 'new', 'qualified')).toBe(true);
  expect(canTransition(stateMachines.lead, 'new', 'won')).toBe(false);
  expect(canTransition(stateMachines.lead, 'new', 'new')).toBe(false);
});
