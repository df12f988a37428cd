import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useAddress } from '../../shared/list/use-address.ts';
import { IconChevronLeft } from '../../shared/ui/icons.ts';

type BackLinkProps = {
  /** Parameter of the address that opened what is shown. */
  from: string;
  /** Part of the page that it leads to where the address says none. */
  tab?: string;
  label: string;
};

/** The way back to what was shown before. */
export function BackLink({ from, tab, label }: BackLinkProps) {
  const { params } = useAddress();
  const back = new URLSearchParams(params);
  back.delete(from);
  if (tab) back.set('tab', tab);
  return (
    <Anchor component={Link} to={{ search: String(back) }} w="fit-content" data-screen-only>
      <Group gap={4} wrap="nowrap">
        <IconChevronLeft size={16} stroke={1.75} aria-hidden /> {label}
      </Group>
    </Anchor>
  );
}
