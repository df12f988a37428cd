import { env } from '../../../shared/env.ts';
import { IconLifebuoy } from '../../../shared/ui/icons.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { SidebarItem } from './sidebar-item.tsx';

/** The foot of the sidebar. Where it leads is configuration; without an address it says so instead of doing nothing. */
export function SupportLink({ isRail = false }: { isRail?: boolean }) {
  const url = env.supportUrl();
  const target = /^https?:/i.test(url) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  const explain = () =>
    void toast.error({
      title: 'Адрес техподдержки не задан',
      description: 'Его указывает в настройках тот, кто установил кабинет',
    });
  return (
    <SidebarItem
      label="Написать в техподдержку"
      icon={IconLifebuoy}
      isRail={isRail}
      renderRoot={(props) =>
        url ? <a href={url} {...target} {...props} /> : <button type="button" {...props} onClick={explain} />
      }
    />
  );
}
