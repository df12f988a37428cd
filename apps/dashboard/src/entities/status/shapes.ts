import type { StatusKind, StatusOf } from './labels.ts';

/**
 * Status shapes, for users who cannot distinguish colors: ring = new, half = in progress, clock = waiting, disc = success, check =
 * final success, cross = refused or failed, dash = inactive.
 */
export const shapeColors = {
  ring: 'blue',
  half: 'petrol',
  clock: 'amber',
  disc: 'green',
  check: 'green',
  cross: 'red',
  dash: 'gray',
} as const;

export type Shape = keyof typeof shapeColors;

export const statusShapes: { [Kind in StatusKind]: Record<StatusOf<Kind>, Shape> } = {
  program: {
    draft: 'dash',
    active: 'disc',
    paused: 'clock',
    archived: 'dash',
    scheduled: 'clock',
    ended: 'dash',
  },
  partner: {
    invited: 'ring',
    pending: 'ring',
    active: 'disc',
    rejected: 'cross',
    blocked: 'cross',
    archived: 'dash',
  },
  enrollment: {
    invited: 'ring',
    pending: 'ring',
    active: 'disc',
    paused: 'clock',
    rejected: 'cross',
    left: 'dash',
    blocked: 'cross',
  },
  lead: {
    new: 'ring',
    in_progress: 'half',
    qualified: 'disc',
    won: 'check',
    lost: 'dash',
    rejected: 'cross',
    duplicate: 'dash',
  },
  accrual: {
    hold: 'clock',
    review: 'clock',
    available: 'disc',
    reserved: 'half',
    paid: 'check',
    canceled: 'dash',
    offset: 'ring',
  },
  payment: {
    requested: 'ring',
    draft: 'dash',
    approved: 'half',
    processing: 'half',
    paid: 'check',
    failed: 'cross',
    canceled: 'dash',
    returned: 'cross',
  },
  registry: {
    draft: 'dash',
    approved: 'half',
    sent: 'half',
    closed: 'check',
    canceled: 'dash',
  },
  bank_document: {
    proposed: 'clock',
    applied: 'check',
    dismissed: 'dash',
  },
  delivery: {
    waiting: 'half',
    sent: 'check',
    failed: 'cross',
  },
  outside_event: {
    received: 'half',
    applied: 'check',
    late: 'dash',
    unmatched: 'clock',
    failed: 'cross',
    ignored: 'dash',
  },
  receipt: {
    awaited: 'clock',
    mismatched: 'cross',
    annulled: 'cross',
    received: 'check',
    to_annul: 'cross',
    closed: 'dash',
  },
  act: {
    issued: 'clock',
    confirmed: 'disc',
    objected: 'cross',
    replaced: 'dash',
    annulled: 'dash',
  },
};
