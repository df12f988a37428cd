import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { type Link, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { saveFile } from '../../shared/list/export/download.ts';

const SIZE = 240;

/** The QR code of a referral link, to be shown or printed. */
export default function QrDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { data: svg, error } = useRead(partnerRoutes.linkQr, { params: { id: link.id } });
  const failure = error && errorSentence(error, 'QR-код не загрузился');
  const save = (image: string) =>
    saveFile({ blob: new Blob([image], { type: 'image/svg+xml' }), name: `qr-${link.code}.svg` });
  return (
    <Modal opened onClose={onClose} title="QR-код ссылки" size={360} centered>
      <Stack align="center" gap="md">
        {failure ? (
          <Alert role="alert" color="red" title={failure.title}>
            {failure.advice}
          </Alert>
        ) : (
          <Skeleton visible={!svg} width={SIZE} height={SIZE}>
            {svg && (
              <img
                src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
                alt={`QR-код ссылки ${link.code}`}
                width={SIZE}
                height={SIZE}
              />
            )}
          </Skeleton>
        )}
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {link.path}
        </Text>
        <Button disabled={!svg} onClick={() => svg && save(svg)}>
          Скачать SVG
        </Button>
      </Stack>
    </Modal>
  );
}
