import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useAddress } from '@/shared/list/use-address.ts';
import { IconChevronLeft } from '@/shared/ui/icons.ts';

type BackLinkProps = {
  /** URL parameter that opened the current view. The link removes it. */
  removedParam: string;
  /** Tab that the link opens. If undefined, the link keeps the tab in the URL. */
  tab?: string;
  label: string;
};

/** Link back to the previous view. */
export function BackLink({ removedParam, tab, label }: BackLinkProps) {
  const { params } = useAddress();
  const target = new URLSearchParams(params);
  target.delete(removedParam);
  if (tab) target.set('tab', tab);
  return (
    <Anchor component={Link} to={{ search: String(target) }} w="fit-content" data-screen-only>
      <Group gap={4} wrap="nowrap">
        <IconChevronLeft size={16} stroke={1.75} aria-hidden /> {label}
      </Group>
    </Anchor>
  );
}
