import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/List.layer.css';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { LeadBulkResult } from '@referral-dashboard/api-contract';
import { formatNumber } from '../../shared/format/count.ts';

type BulkResultProps = { outcome: LeadBulkResult | { problem: string }; onClose: () => void };

/** What became of each of many leads that were moved, where not all went well. */
export default function BulkResult({ outcome, onClose }: BulkResultProps) {
  const isPartly = 'moved' in outcome;
  return (
    <Modal opened onClose={onClose} title={isPartly ? 'Изменены не все' : 'Статусы не изменены'} centered>
      <Stack gap="md">
        {isPartly ? (
          <>
            <Text>
              {`Изменено ${formatNumber(outcome.moved)} из ${formatNumber(outcome.moved + outcome.refused.length)}. Остальные как были:`}
            </Text>
            <List>
              {outcome.refused.map(({ id, number, detail }) => (
                <List.Item key={id}>
                  <b>{number}</b> {detail}
                </List.Item>
              ))}
            </List>
          </>
        ) : (
          <Text role="alert">{outcome.problem}</Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Понятно</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
