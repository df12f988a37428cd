import {
  getStates,
  type InvitationLink,
  type Program,
  type StateMachine,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientResponse } from '../setup/client.ts';
import { setLeadStatus, setStatus } from '../setup/force.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let program: Program;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

/** A call that makes transitions to `to` from the states in `from`. */
type TransitionCall = {
  name: string;
  to: string;
  from: readonly string[];
  /** States in which the call succeeds without a transition. */
  stays?: readonly string[];
  call: (id: string) => Promise<ClientResponse>;
};

/** Tests every call in every state: allowed transitions succeed, others are refused with the allowed ones. */
function describeMoves<State extends string>(
  machine: StateMachine<State>,
  transitions: readonly TransitionCall[],
  put: (status: State) => Promise<string>,
) {
  const moves = getStates(machine).flatMap((from) =>
    machine.transitions[from].map((to) => `${from} → ${to}`),
  );
  const covered = transitions.flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`));
  test('has a call for every transition of the state machine', () => {
    expect(new Set(covered)).toEqual(new Set(moves));
  });

  const cases = getStates(machine).flatMap((from) =>
    transitions.map((transition) => ({ ...transition, at: from })),
  );
  test.each(cases)(
    'allows «$name» from the status $at only as its state machine does',
    async ({ at, from, to, stays: unchanged = [], call }) => {
      const response = await call(await put(at));
      if ([...from, ...unchanged].includes(at))
        expect(response).toMatchObject({ status: 200, body: { status: to } });
      else {
        const refusal = { code: 'invalid_transition', current: at, allowed: machine.transitions[at] };
        expect(response).toMatchObject({ status: 409, body: refusal });
      }
    },
  );
}

describe('a program', () => {
  const word = (name: string, to: string, from: string[]): TransitionCall => ({
    name,
    to,
    from,
    call: (id) => world.boss.post(`${api}/programs/${id}/${name}/`),
  });
  describeMoves(
    stateMachines.program,
    [
      word('activate', 'active', ['draft', 'paused']),
      word('pause', 'paused', ['active']),
      word('archive', 'archived', ['active', 'paused']),
      word('restore', 'paused', ['archived']),
    ],
    async (status) => {
      await setStatus(world.server, 'programs', program.id, status);
      return program.id;
    },
  );
});

describe('a partner', () => {
  const word = (name: string, to: string, from: string[]): TransitionCall => ({
    name,
    to,
    from,
    call: (id) => world.boss.post(`${api}/partners/${id}/${name}/`, { reason: 'Так решили' }),
  });
  const movesByInvitation: TransitionCall = {
    name: 'an accepted invitation',
    to: 'active',
    from: ['invited'],
    // An approved applicant is active before joining.
    stays: ['active'],
    call: async (id) => {
      const link = await world.boss.post(`${api}/partners/${id}/invitation/`);
      if (link.status !== 201) return link;
      ok(await world.accept((link.body as InvitationLink).url));
      return world.boss.get(`${api}/partners/${id}/`);
    },
  };
  let id: string;
  beforeAll(async () => {
    ({ id } = await world.invited());
  });
  const put = async (status: string) => {
    await world.server.db.updateTable('partners').set({ user_id: null }).where('id', '=', id).execute();
    await setStatus(world.server, 'partners', id, status);
    return id;
  };
  describeMoves(
    stateMachines.partner,
    [
      word('approve', 'active', ['pending']),
      word('reject', 'rejected', ['pending']),
      word('reopen', 'pending', ['rejected']),
      word('block', 'blocked', ['active']),
      word('unblock', 'active', ['blocked']),
      word('archive', 'archived', ['invited', 'active', 'rejected', 'blocked']),
      word('restore', 'active', ['archived']),
      movesByInvitation,
    ],
    put,
  );
});

describe('an enrollment', () => {
  let id: string;
  let programId: string;
  let caller: Caller;
  beforeAll(async () => {
    const { card, caller: partner } = await world.partner();
    caller = partner;
    programId = (await world.program({ join_policy: 'by_request' })).id;
    await world.enroll(programId, card.id);
    ({ id } = await world.server.db
      .selectFrom('enrollments')
      .select('id')
      .where('program_id', '=', programId)
      .executeTakeFirstOrThrow());
  });
  const action = (name: string, to: string, from: string[]): TransitionCall => ({
    name,
    to,
    from,
    call: (enrollment) =>
      world.boss.post(`${api}/programs/enrollments/${enrollment}/transition/`, { action: name }),
  });
  const own = (name: string, to: string, from: string[]): TransitionCall => ({
    name,
    to,
    from,
    call: () => caller.post(`${api}/programs/${programId}/${name}/`),
  });
  const put = async (status: string) => {
    await setStatus(world.server, 'enrollments', id, status);
    return id;
  };
  const byInvitation: TransitionCall = { ...own('join', 'active', ['invited']), name: 'join by invitation' };
  describe('transition', () => {
    describeMoves(
      stateMachines.enrollment,
      [
        action('approve', 'active', ['pending']),
        action('reject', 'rejected', ['pending']),
        action('pause', 'paused', ['active']),
        action('resume', 'active', ['paused', 'blocked']),
        action('block', 'blocked', ['active', 'paused']),
        own('leave', 'left', ['invited', 'active', 'paused']),
        {
          ...byInvitation,
          call: async (enrollment) =>
            (await statusOf(enrollment)) === 'invited' ? byInvitation.call(enrollment) : skipped(enrollment),
        },
        {
          ...own('join', 'pending', ['rejected', 'left']),
          call: async (enrollment) =>
            (await statusOf(enrollment)) === 'invited' ? skipped(enrollment) : byInvitation.call(enrollment),
        },
      ],
      put,
    );
  });
  const statusOf = async (enrollment: string) =>
    (
      await world.server.db
        .selectFrom('enrollments')
        .select('status')
        .where('id', '=', enrollment)
        .executeTakeFirstOrThrow()
    ).status;
  /** The response for a state in which the same call makes another transition. */
  const skipped = async (enrollment: string): Promise<ClientResponse> => {
    const current = await statusOf(enrollment);
    const body = {
      code: 'invalid_transition',
      current,
      allowed: stateMachines.enrollment.transitions[current],
    };
    return { status: 409, body, headers: new Headers() };
  };
});

describe('a lead', () => {
  let id: string;
  beforeAll(async () => {
    await setStatus(world.server, 'programs', program.id, 'active');
    ({ id } = await world.lead(program.id));
  });
  const REASONS: Record<string, object> = {
    rejected: { reason_code: 'spam' },
    lost: { reason_code: 'competitor' },
    duplicate: { reason_code: 'same_phone' },
    in_progress: { reason_comment: 'Клиент перезвонил' },
  };
  const transitions = getStates(stateMachines.lead).map(
    (to): TransitionCall => ({
      name: `transition to ${to}`,
      to,
      from: getStates(stateMachines.lead).filter((from) => stateMachines.lead.transitions[from].includes(to)),
      call: async (lead) => {
        const { version } = (await world.boss.get(`${api}/leads/${lead}/`)).body as { version: number };
        return world.boss.post(`${api}/leads/${lead}/transition/`, { to, version, ...REASONS[to] });
      },
    }),
  );
  describeMoves(stateMachines.lead, transitions, async (status) => {
    await setLeadStatus(world.server, id, status);
    return id;
  });
});
