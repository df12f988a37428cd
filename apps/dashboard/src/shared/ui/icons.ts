/** The one icon set of the dashboard: 20 px in navigation, 16 px in buttons, stroke 1.75. */
export {
  IconAffiliate,
  IconAlertCircle,
  IconCompass,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconLink,
  IconLogout2,
  IconMenu2,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
