import type { Answer } from '../../setup/client.ts';
import { api, ok } from '../../setup/world.ts';
import type { Cast } from './cast.ts';
import type { Probe } from './probes.ts';

type Story = Pick<Probe, 'name'> & {
  title: string;
  tell: () => Promise<Answer>;
  due?: (body: unknown) => boolean;
};

/** Answers that take several steps to come to, and are decided by rows of the caller's own organization alone. */
export function storyProbes(cast: Cast): Probe[] {
  const { world, objects, rightful, shared } = cast;
  const { boss, phone } = world;
  const newLead = (number = phone()) =>
    boss.post(`${api}/leads/`, { name: 'Иван', phone: number, program: objects.program });
  const stories: Story[] = [
    ...Object.entries(cast.othersPhones).map(
      ([which, number]): Story => ({
        name: 'createLead',
        title: `the phone of a lead of the others is free: ${which}`,
        tell: () => newLead(number),
        due: (body) =>
          (body as { status: string }).status !== 'duplicate' &&
          !cast.othersIds.has((body as { id: string }).id),
      }),
    ),
    {
      name: 'transitionLead',
      title: 'a lead is won, changed, lost and won again',
      async tell() {
        const lead = ok<{ id: string; version: number }>(
          await boss.post(`${api}/leads/`, {
            name: 'Иван',
            phone: phone(),
            program: objects.program,
            partner: objects.partner,
          }),
        );
        let { version } = lead;
        const step = async (method: string, path: string, body: object) => {
          const answer = await boss.send(method, `${api}/leads/${lead.id}/${path}`, { ...body, version });
          ({ version } = ok<{ version: number }>(answer));
          return answer;
        };
        const move = (to: string, more = {}) => step('POST', 'transition/', { to, ...more });
        await move('in_progress');
        await move('won', { deal_amount_kop: 1_000_000 });
        await step('PATCH', '', { deal_amount_kop: 2_000_000 });
        await move('lost', { reason_code: 'refused' });
        return move('in_progress', { reason_comment: 'Передумал' });
      },
    },
    {
      name: 'createPayment',
      title: 'what an organization asks for at least is asked of it alone',
      async tell() {
        const bonus = {
          kind: 'bonus',
          amount_kop: 200_000,
          explanation: 'За встречу',
          partner: objects.partner,
        };
        ok(await boss.post(`${api}/accruals/`, bonus));
        return boss.post(`${api}/payments/`, { partner: objects.partner });
      },
    },
    {
      name: 'activateProgram',
      title: 'a program is active by what its organization has filled in',
      tell: async () =>
        boss.post(`${api}/programs/${(await world.program({ name: `Окна ${phone()}` })).id}/pause/`),
    },
    {
      name: 'createProgram',
      title: 'a program begins with what its organization has settled',
      tell: async () => boss.post(`${api}/programs/`, { name: `Двери ${phone()}` }),
      due: (body) => (body as { hold_days: number }).hold_days === 14,
    },
    {
      name: 'joinProgram',
      title: 'a partner takes part by its own card',
      async tell() {
        const program = await world.program({ join_policy: 'open' });
        return shared.caller.post(`${api}/programs/${program.id}/join/`);
      },
      due: (body) => (body as { partner: { id: string } }).partner.id === shared.card,
    },
    {
      name: 'duplicateProgram',
      title: 'a program is called by what its organization has none of',
      tell: () => boss.post(`${api}/programs/${objects.program}/duplicate/`),
      due: (body) => /^Копия: \D+\d+$/.test((body as { name: string }).name),
    },
    {
      name: 'cancelPayment',
      title: 'a payment lets its accruals go',
      tell: () => boss.post(`${api}/payments/${objects.payment}/cancel/`, { reason: 'Так решили' }),
    },
    {
      name: 'leads',
      title: 'the own are all there',
      tell: () => rightful.partner.caller.get(`${api}/leads/counts/`),
      due: (body) => (body as { all: number }).all > 0,
    },
  ];
  return stories.map(({ name, title, tell, due = () => true }) => ({
    name,
    title,
    changes: true,
    ask: tell,
    judge: ({ status, body }) =>
      status < 300 && due(body) ? undefined : `answered ${status}: ${JSON.stringify(body)}`,
  }));
}
