import type { MantineThemeComponents } from '@mantine/core';

/** Russian labels where Mantine's labels are English or missing, and changed default props. */
export const components: MantineThemeComponents = {
  Alert: { defaultProps: { closeButtonLabel: 'Закрыть' } },
  Burger: { defaultProps: { 'aria-label': 'Открыть меню' } },
  CloseButton: { defaultProps: { 'aria-label': 'Закрыть' } },
  // Mantine's dialogs render a <header>, which screen readers would report as a second page banner.
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  ModalHeader: { defaultProps: { role: 'presentation' } },
  DrawerCloseButton: { defaultProps: { 'aria-label': 'Закрыть' } },
  Loader: { defaultProps: { type: 'oval' } },
  // The placeholder would be a child of the menu that is not a menu item.
  Menu: { defaultProps: { shadow: 'sm', withInitialFocusPlaceholder: false, returnFocus: true } },
  ModalCloseButton: { defaultProps: { 'aria-label': 'Закрыть' } },
  Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Закрыть уведомление' } } },
  Popover: { defaultProps: { shadow: 'sm' } },
  // Focus must not open the options: they would cover the error of the field that gets it.
  Select: { defaultProps: { openOnFocus: false, clearButtonProps: { 'aria-label': 'Очистить' } } },
  Text: { defaultProps: { size: 'sm' } },
  PasswordInput: {
    defaultProps: {
      visibilityToggleFocusable: true,
      visibilityToggleButtonProps: { 'aria-label': 'Показать или скрыть пароль' },
    },
  },
};
