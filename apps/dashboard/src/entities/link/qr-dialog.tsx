import { Button, Modal, Stack, Text } from '@mantine/core';
import { type Link, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { saveFile } from '../../shared/list/export/download.ts';
import { QrImage } from '../../shared/ui/qr-image.tsx';

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
        <QrImage svg={svg} failure={failure} alt={`QR-код ссылки ${link.code}`} size={SIZE} />
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
