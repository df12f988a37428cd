import { Button, Stack } from '@mantine/core';
import { type Link, partnerRoutes } from '@referral-dashboard/api-contract';
import { buildPath } from '@/shared/api/call.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { useDownload } from '@/shared/list/export/use-download.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { QrImage } from '@/shared/ui/qr-image.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import classes from './qr-dialog.module.css';
import { savePng, saveSvg } from './qr-files.ts';

const QR_SIZE = 240;

/** Shows the QR code of a referral link, saves it as an image or a printable page, and prints it. */
export default function QrDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { data: svg, error } = useApiQuery(partnerRoutes.linkQr, { params: { id: link.id } });
  const pdfDownload = useDownload();
  const failure = error && explainError(error, 'QR-код не загрузился').alert;
  const saveImage = (image: string) =>
    savePng(image, link.code).catch(() =>
      toast.error({ title: 'PNG не получился', description: 'Скачайте SVG: это тот же код' }),
    );
  const { host } = new URL(link.path, window.location.origin);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="QR-код ссылки"
      size={400}
      classNames={{
        overlay: classes['screen'] ?? '',
        header: classes['screen'] ?? '',
        content: classes['paper'] ?? '',
      }}
    >
      <Stack gap="md">
        <div className={classes['printable']}>
          <div className={classes['program']}>{link.program.name}</div>
          <QrImage svg={svg} failure={failure} alt={`QR-код ссылки ${link.code}`} size={QR_SIZE} />
          <div className={classes['address']}>
            <BreakableText>{host + link.path}</BreakableText>
          </div>
        </div>
        <div className={`${classes['actions']} ${classes['screen']}`}>
          <Button disabled={!svg} onClick={() => svg && void saveImage(svg)}>
            Скачать PNG
          </Button>
          <Button variant="default" disabled={!svg} onClick={() => svg && saveSvg(svg, link.code)}>
            Скачать SVG
          </Button>
          <Button
            variant="default"
            loading={pdfDownload.bytes !== null}
            onClick={() =>
              void pdfDownload.start(
                buildPath(partnerRoutes.linkQrPdf, { params: { id: link.id } }),
                `qr-${link.code}.pdf`,
              )
            }
          >
            Скачать PDF
          </Button>
          <Button variant="default" disabled={!svg} onClick={() => window.print()}>
            Печать
          </Button>
        </div>
        <ActionError failure={pdfDownload.failure} />
      </Stack>
    </Dialog>
  );
}
