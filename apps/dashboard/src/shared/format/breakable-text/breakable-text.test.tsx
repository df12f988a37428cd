import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BreakableText } from './breakable-text.tsx';

test.each([
  ['30101810400000000225', '30101810400000000225'],
  ['7700123459', '7700123459'],
  ['https://example.ru/privacy/', 'https://example.ru/|privacy/'],
  ['127.0.0.1:3000/ref/demo-09dee43', '127.0.0.1:3000/|ref/|demo-09dee43'],
  ['/ref/demo', '/ref/|demo'],
  ['', ''],
])('%s can wrap only between its parts', (text, parts) => {
  const { container } = render(<BreakableText>{text}</BreakableText>);
  expect(container).toHaveTextContent(text);
  expect(container.querySelector('span')?.innerHTML.replaceAll('<wbr>', '|')).toBe(parts);
});
