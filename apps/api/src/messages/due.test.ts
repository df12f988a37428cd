import { describe, expect, test } from 'vitest';
import { computeDueTime, notBefore, type QuietHours } from './due.ts';

const NIGHT: QuietHours = { from: '22:00', until: '08:00' };
const at = (time: string) => new Date(`2026-11-22T${time}Z`);

describe('quiet hours', () => {
  test.each([
    // Moscow is three hours ahead.
    ['Europe/Moscow', '18:59:59', '2026-11-22T18:59:59'],
    ['Europe/Moscow', '19:00:00', '2026-11-23T05:00:00'],
    ['Europe/Moscow', '23:30:15', '2026-11-23T05:00:00'],
    ['Europe/Moscow', '04:59:59', '2026-11-22T05:00:00'],
    ['Europe/Moscow', '05:00:00', '2026-11-22T05:00:00'],
    ['Asia/Kamchatka', '10:00:00', '2026-11-22T20:00:00'],
    ['Asia/Kamchatka', '09:59:59', '2026-11-22T09:59:59'],
    ['Europe/Kaliningrad', '20:00:00', '2026-11-23T06:00:00'],
  ])('delay a message in %s at %s UTC until %s', (zone, now, due) => {
    expect(notBefore(at(now), NIGHT, zone).toISOString()).toBe(`${due}.000Z`);
  });

  test('can be within a day or be disabled', () => {
    const siesta: QuietHours = { from: '13:00', until: '15:00' };
    expect(notBefore(at('11:00:00'), siesta, 'Europe/Moscow')).toEqual(at('12:00:00'));
    expect(notBefore(at('12:00:00'), siesta, 'Europe/Moscow')).toEqual(at('12:00:00'));
    expect(notBefore(at('20:00:00'), null, 'Europe/Moscow')).toEqual(at('20:00:00'));
    expect(notBefore(at('20:00:00'), { from: '08:00', until: '08:00' }, 'Europe/Moscow')).toEqual(
      at('20:00:00'),
    );
  });
});

describe('a message', () => {
  const query = { isUrgent: false, quiet: NIGHT, timeZone: 'Europe/Moscow' };

  test('is sent at 09:00 and after the quiet hours for a daily event', () => {
    expect(computeDueTime(at('06:30:00'), { ...query, mode: 'daily' })).toEqual(
      new Date('2026-11-23T06:00:00Z'),
    );
    expect(computeDueTime(at('05:59:00'), { ...query, mode: 'daily' })).toEqual(at('06:00:00'));
    const late: QuietHours = { from: '22:00', until: '11:00' };
    expect(computeDueTime(at('05:00:00'), { ...query, quiet: late, mode: 'daily' })).toEqual(at('08:00:00'));
  });

  test('is sent at once for an urgent event', () => {
    expect(computeDueTime(at('22:00:00'), { ...query, isUrgent: true, mode: 'daily' })).toEqual(
      at('22:00:00'),
    );
  });
});
