import { Anchor } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import type { RecordColumn } from '@/shared/ui/records.tsx';

/** Name of a partner with a link to the card. */
export const partnerColumn: RecordColumn<{ partner: { id: string; name: string } }> = {
  label: 'Партнер',
  cell: ({ partner: { id, name } }) => (
    <Anchor component={Link} to={generatePath(paths.partner, { id })}>
      {name}
    </Anchor>
  ),
};
