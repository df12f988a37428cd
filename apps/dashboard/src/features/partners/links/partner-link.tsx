import { ActionIcon, Anchor, Menu, Text } from '@mantine/core';
import { type Link, partnerRoutes } from '@referral-dashboard/api-contract';
import { generatePath, Link as RouterLink } from 'react-router-dom';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { paths } from '@/shared/paths.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { IconQrcode } from '@/shared/ui/icons.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import classes from './partner-links.module.css';

const CLICK_FORMS = ['переход', 'перехода', 'переходов'] as const;
const LEAD_FORMS = ['лид', 'лида', 'лидов'] as const;

type PartnerLinkProps = { link: Link; onQr: () => void; onRename: () => void };

/** Link of a partner: URL, number of clicks and leads, program and actions. */
export function PartnerLink({ link, onQr, onRename }: PartnerLinkProps) {
  const { mutate, isPending } = useApiMutation(partnerRoutes.updateLink, [partnerRoutes.partners]);
  const url = new URL(link.path, window.location.origin).href;
  const setActive = (active: boolean) =>
    mutate(
      { params: { id: link.id }, body: { active } },
      {
        onSuccess: () =>
          void toast.success({
            title: active ? 'Ссылка включена' : 'Ссылка отключена',
            description: active
              ? `${link.path} снова принимает заявки`
              : `${link.path} больше не принимает заявки`,
          }),
        onError: (error) => showErrorToast(error, 'Ссылка не изменена'),
      },
    );
  return (
    <li className={classes['link']} data-off={!link.active || undefined}>
      <div className={classes['text']}>
        <Anchor href={url} target="_blank" className={classes['address']}>
          <BreakableText>{url.replace(/^https?:\/\//, '')}</BreakableText>
        </Anchor>
        <Text c="dimmed" className={classes['facts']}>
          {[
            !link.active && 'Отключена',
            link.label,
            formatCount(link.clicks, CLICK_FORMS),
            formatCount(link.leads, LEAD_FORMS),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Anchor
          component={RouterLink}
          to={generatePath(paths.program, { id: link.program.id })}
          display="inline-block"
          py={2}
        >
          {link.program.name}
        </Anchor>
      </div>
      <div className={classes['tools']}>
        <CopyIcon target={`ссылку ${link.code}`} text={url} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`QR-код ссылки ${link.code}`}
          onClick={onQr}
        >
          <IconQrcode size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <PermissionGate call="updateLink">
          <MoreMenu label={`Действия со ссылкой ${link.code}`} isQuiet isBusy={isPending}>
            <Menu.Item onClick={onRename}>Переименовать</Menu.Item>
            {link.active ? (
              <Menu.Item color="red" onClick={() => setActive(false)}>
                Отключить
              </Menu.Item>
            ) : (
              <Menu.Item onClick={() => setActive(true)}>Включить</Menu.Item>
            )}
          </MoreMenu>
        </PermissionGate>
      </div>
    </li>
  );
}
