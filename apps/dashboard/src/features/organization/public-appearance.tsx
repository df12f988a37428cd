import { Button, FileButton, Group, Text } from '@mantine/core';
import { LOGO_KB, LOGO_TYPES, type Organization } from '@referral-dashboard/api-contract';
import { lazy } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { serverUrl } from '@/shared/env.ts';
import { draftKeys } from './draft-keys.ts';
import { SettingsCard } from './settings-card.tsx';
import { useLogo } from './use-logo.ts';

const EditAppearanceDialog = lazy(() => import('./edit-appearance-dialog.tsx'));

/** Appearance of the pages that clients and new partners see. */
export function PublicAppearance({ organization }: { organization: Organization }) {
  const { brand_color, logo_path } = organization;
  const { upload, remove, problem, isBusy } = useLogo();
  return (
    <SettingsCard
      title="Публичные страницы"
      draft={draftKeys.looks}
      facts={[
        ['Цвет', brand_color || 'Обычный'],
        [
          'Логотип',
          logo_path && (
            <img src={serverUrl(logo_path)} alt="Логотип" style={{ maxHeight: 48, maxWidth: '100%' }} />
          ),
        ],
      ]}
      form={(onClose) => <EditAppearanceDialog organization={organization} onClose={onClose} />}
    >
      <PermissionGate call="setLogo">
        <Group gap="xs" mt="md">
          <FileButton accept={LOGO_TYPES.join(',')} onChange={(file) => void upload(file)}>
            {(props) => (
              <Button variant="default" loading={isBusy} {...props}>
                {logo_path ? 'Заменить логотип' : 'Загрузить логотип'}
              </Button>
            )}
          </FileButton>
          {logo_path && (
            <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void remove()}>
              Убрать логотип
            </Button>
          )}
          <Text c="dimmed" size="xs">
            PNG, JPEG или WebP до {LOGO_KB} КБ
          </Text>
        </Group>
        {problem && (
          <Text c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </PermissionGate>
    </SettingsCard>
  );
}
