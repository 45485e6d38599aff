import { useState } from 'react';

import { usePlatform } from '#platform/platform.ts';
import { BrandMark } from '#ui/brand-mark.tsx';

/** Who serves: logo and name of the configuration, else the application's own. */
export function Brand() {
  const { applicationName, theme } = usePlatform().settings;
  const [isLogoSettled, setLogoSettled] = useState(theme?.logo === undefined);
  const name = theme?.name ?? applicationName;
  const settle = () => setLogoSettled(true);
  return (
    <>
      {theme?.logo === undefined ? (
        <BrandMark />
      ) : (
        <img
          src={theme.logo}
          alt=""
          data-loading={isLogoSettled ? undefined : true}
          onLoad={settle}
          onError={settle}
        />
      )}
      <span>{name}</span>
    </>
  );
}
