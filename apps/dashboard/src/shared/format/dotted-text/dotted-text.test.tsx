import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DottedText } from './dotted-text.tsx';

test('a separator cannot start a line, and the text is unchanged', () => {
  render(
    <p data-testid="text">
      <DottedText>Л-1 · Окна для дома · Анна</DottedText>
    </p>,
  );
  const text = screen.getByTestId('text');
  expect(text.textContent).toBe('Л-1 · Окна для дома · Анна');
  const spans = [...text.querySelectorAll('span')];
  expect(spans.map((span) => span.textContent)).toEqual([' ·', ' ·']);
});

test('a text without dots has no elements', () => {
  render(
    <p data-testid="text">
      <DottedText>Окна для дома</DottedText>
    </p>,
  );
  expect(screen.getByTestId('text').innerHTML).toBe('Окна для дома');
});
