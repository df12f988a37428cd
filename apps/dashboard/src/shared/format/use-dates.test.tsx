import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TimeZoneContext, useDates } from './use-dates.ts';

const Moment = () => <time>{useDates().formatMoment('2026-08-21T21:30:00Z')}</time>;

test('two time zones are rendered in one document', () => {
  render(
    <>
      <TimeZoneContext value="Europe/Kaliningrad">
        <Moment />
      </TimeZoneContext>
      <TimeZoneContext value="Asia/Kamchatka">
        <Moment />
      </TimeZoneContext>
      <Moment />
    </>,
  );
  expect(screen.getAllByRole('time').map((time) => time.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '21 авг 2026, 23:30',
    '22 авг 2026, 09:30',
    '22 авг 2026, 00:30',
  ]);
});
