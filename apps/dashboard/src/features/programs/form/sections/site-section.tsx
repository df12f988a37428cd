import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { ATTRIBUTION_LABELS } from '@referral-dashboard/api-contract';
import { MoreFields } from '@/entities/program/reward/more-fields.tsx';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

/** Returns an address that a client opens by a link; null while the page is not an address. */
function getExample(page: string): string | null {
  if (!URL.canParse(page)) return null;
  const [address = '', fragment] = page.trim().split('#');
  const mark = address.includes('?') ? '&' : '?';
  return `${address}${mark}ref=okna77&click_id=…${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Which page a link opens, and whose client a lead from the own site is. */
export function SiteSection({ form }: { form: ProgramFields }) {
  const { landing_mode, landing_url } = form.values;
  const isOwn = landing_mode === 'redirect';
  const example = getExample(landing_url);
  return (
    <FormSection title="Свой сайт" description="Ссылка партнера может открывать страницу вашего сайта">
      <MoreFields label="Настроить" isSet={isOwn} isKept={isOwn}>
        <Radio.Group label="Что открывает ссылка" {...form.getInputProps('landing_mode')}>
          <Stack gap="xs" mt="xs">
            <Radio value="page" label="Страница программы" description="Заявку принимает форма на ней" />
            <Radio value="redirect" label="Страница вашего сайта" description="Заявки передает ваш сайт" />
          </Stack>
        </Radio.Group>
        {isOwn && (
          <>
            <TextInput
              label="Страница сайта"
              description="Пока программа или партнер остановлены, ссылка открывает страницу программы"
              type="url"
              {...form.getInputProps('landing_url')}
            />
            {example !== null && (
              <div>
                <Text size="sm">Клиент откроет</Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {example}
                </Text>
              </div>
            )}
            <Radio.Group
              label="Кому заявка с сайта"
              description="Когда клиент переходил по ссылкам нескольких партнеров в срок закрепления"
              {...form.getInputProps('attribution')}
            >
              <Stack gap="xs" mt="xs">
                {Object.entries(ATTRIBUTION_LABELS).map(([value, label]) => (
                  <Radio key={value} value={value} label={label} />
                ))}
              </Stack>
            </Radio.Group>
          </>
        )}
      </MoreFields>
    </FormSection>
  );
}
