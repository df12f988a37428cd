import { ActionIcon, Center, Menu, SegmentedControl, VisuallyHidden } from '@mantine/core';
import type { IconTable } from '../ui/icons.ts';
import { useIsNarrow } from '../ui/viewport/use-viewport.ts';
import type { Address } from './use-address.ts';

/** View of a list page. */
export type ViewOption = {
  /** Value of the `view` URL parameter. The empty one is the default. */
  value: string;
  label: string;
  icon: typeof IconTable;
  /** Shows other rows, so the tab, order and columns do not apply to it. The label is then visible next to the icon. */
  isOtherList?: boolean;
};

const OTHER_LIST_CHANGES = { status: null, ordering: null, columns: null };

type ViewSwitchProps = { address: Address; views: readonly ViewOption[] };

/** Switch between the views of a list page. On a phone it is a menu. */
export function ViewSwitch({ address, views }: ViewSwitchProps) {
  const isNarrow = useIsNarrow();
  const current = views.find(({ value }) => value === address.get('view')) ?? views[0];
  if (current === undefined) return null;
  const show = ({ value, isOtherList = false }: ViewOption) =>
    address.change({
      view: value,
      id: null,
      ...(isOtherList !== (current.isOtherList ?? false) && OTHER_LIST_CHANGES),
    });
  if (isNarrow)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={`Вид: ${current.label}`}>
            <current.icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.value}
              aria-current={view === current || undefined}
              leftSection={<view.icon size={16} stroke={1.75} aria-hidden />}
              onClick={() => show(view)}
            >
              {view.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <SegmentedControl
      aria-label="Вид"
      data={views.map(({ value, label, icon: ViewIcon, isOtherList = false }) => ({
        value,
        label: (
          <Center h={20} title={label} style={{ gap: 8 }}>
            <ViewIcon size={16} stroke={1.75} aria-hidden />
            {isOtherList ? label : <VisuallyHidden>{label}</VisuallyHidden>}
          </Center>
        ),
      }))}
      value={current.value}
      onChange={(value) => {
        const view = views.find((one) => one.value === value);
        if (view !== undefined) show(view);
      }}
    />
  );
}
