import { Button, DataList, Group, Paper, Title } from '@mantine/core';
import type { StaffRoute } from '@referral-dashboard/api-contract';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { useHashScroll } from '@/shared/ui/page/use-hash-scroll.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';

type SettingsCardProps = {
  title: string;
  /** Labels and values; an empty value reads «Не указано». */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Values of `?edit=` that open the form. */
  name?: string | readonly string[];
  /** Route that saves the settings. Users without permission for it see no edit button. */
  call?: StaffRoute;
  /** Read-only for all users. */
  isLocked?: boolean;
  /** Draft key of the form. */
  draft: string;
  /** Renders the form in a dialog. */
  form: (onClose: () => void) => ReactNode;
  /** Shown under the facts. */
  children?: ReactNode;
};

/** A group of settings, with an edit form for users with permission. */
export function SettingsCard({
  title,
  name = [],
  call = 'updateOrganization',
  isLocked = false,
  facts,
  draft,
  form,
  children,
}: SettingsCardProps) {
  const dialog = useDraftDialog(draft);
  const [search, setSearch] = useSearchParams();
  useHashScroll(draft);
  const labelWidth = useIsNarrow() ? 120 : 160;
  const isRequested = [name].flat().includes(search.get('edit') ?? '');
  const close = () => {
    dialog.close();
    if (isRequested) setSearch({}, { replace: true });
  };
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      component="section"
      aria-label={title}
      id={draft}
    >
      <Group justify="space-between" mb="md" wrap="nowrap">
        <Title order={2}>{title}</Title>
        {!isLocked && (
          <PermissionGate call={call}>
            <Button variant="default" flex="none" onClick={dialog.open} aria-label={`Изменить: ${title}`}>
              Изменить
            </Button>
          </PermissionGate>
        )}
      </Group>
      {facts.length > 0 && (
        <DataList gap="xs">
          {facts.map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel flex={`0 0 ${labelWidth}px`} miw={0}>
                {label}
              </DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {value || 'Не указано'}
              </DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      )}
      {children}
      <PermissionGate call={call}>
        <Suspense fallback={null}>{!isLocked && (dialog.isOpen || isRequested) && form(close)}</Suspense>
      </PermissionGate>
    </Paper>
  );
}
