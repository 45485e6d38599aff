import { type ReactNode, useEffect } from 'react';
import { GalleryScreen } from './gallery-screen.tsx';
import { LoginScreen, MissingScreen, OfferScreen, OrdersScreen, WeekScreen } from './sample-screens.tsx';

const screens: Readonly<Record<string, ReactNode>> = {
  offer: <OfferScreen />,
  'offer-loading': <OfferScreen state="loading" />,
  'offer-empty': <OfferScreen state="empty" />,
  'offer-failed': <OfferScreen state="failed" />,
  week: <WeekScreen />,
  orders: <OrdersScreen />,
  login: <LoginScreen />,
  missing: <MissingScreen />,
};

/** The parts, or one of the screens made of them (`?screen=`), in the wanted theme (`?theme=dark`). */
export function DesignPage() {
  const wanted = new URLSearchParams(location.search);
  const theme = wanted.get('theme');

  useEffect(() => {
    if (theme !== null) document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const links = (
    <nav aria-label="Screens">
      {Object.keys(screens).map((name) => (
        <span key={name}>
          <a href={`?screen=${name}&theme=light`}>{name}</a>{' '}
          <a href={`?screen=${name}&theme=dark`}>(dark)</a>{' '}
        </span>
      ))}
    </nav>
  );
  return screens[wanted.get('screen') ?? ''] ?? <GalleryScreen screens={links} />;
}
