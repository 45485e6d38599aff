import { useEffect } from 'react';
import { GalleryScreen } from './gallery-screen.tsx';
import { LoginScreen, MissingScreen, OfferScreen, OrdersScreen, WeekScreen } from './sample-screens.tsx';

const screens = {
  gallery: <GalleryScreen />,
  offer: <OfferScreen />,
  'offer-loading': <OfferScreen state="loading" />,
  'offer-empty': <OfferScreen state="empty" />,
  'offer-failed': <OfferScreen state="failed" />,
  week: <WeekScreen />,
  orders: <OrdersScreen />,
  login: <LoginScreen />,
  missing: <MissingScreen />,
};

/** Every part in every state (`?screen=`), in the wanted theme (`?theme=dark`). For development only. */
export function DesignPage() {
  const wanted = new URLSearchParams(location.search);
  const theme = wanted.get('theme');

  useEffect(() => {
    if (theme !== null) document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const name = wanted.get('screen') ?? 'gallery';
  return Object.entries(screens).find(([key]) => key === name)?.[1] ?? screens.gallery;
}
