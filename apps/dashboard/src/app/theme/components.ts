import type { MantineThemeComponents } from '@mantine/core';

/** Russian names for what Mantine names in English, or not at all, and the few defaults that differ from stock. */
export const components: MantineThemeComponents = {
  Alert: { defaultProps: { closeButtonLabel: 'Закрыть' } },
  Burger: { defaultProps: { 'aria-label': 'Открыть меню' } },
  CloseButton: { defaultProps: { 'aria-label': 'Закрыть' } },
  // Mantine's dialogs carry a <header>, which would be a second banner of the page.
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  ModalHeader: { defaultProps: { role: 'presentation' } },
  DrawerCloseButton: { defaultProps: { 'aria-label': 'Закрыть' } },
  Loader: { defaultProps: { type: 'oval' } },
  // It would be a child of the menu that is no item.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false, returnFocus: true } },
  ModalCloseButton: { defaultProps: { 'aria-label': 'Закрыть' } },
  Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Закрыть уведомление' } } },
  Select: { defaultProps: { clearButtonProps: { 'aria-label': 'Очистить' } } },
  Text: { defaultProps: { size: 'sm' } },
  PasswordInput: {
    defaultProps: {
      visibilityToggleFocusable: true,
      visibilityToggleButtonProps: { 'aria-label': 'Показать или скрыть пароль' },
    },
  },
};
