import { useQuery } from '@tanstack/react-query';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import { Versions } from '#ui/social/versions.tsx';
import { useActing } from '#ui/system-context.ts';
import { publishTexts } from '#ui/texts/publish.ts';

const nameIn = (version: NostrEvent): string => {
  const { display_name: name, name: short } = parseMetadata(version) ?? {};
  return name || short || publishTexts.profile.nameless;
};

/** The earlier versions of the user's profile. */
export const ProfileVersions = ({ pubkey, onRestore }: { pubkey: string; onRestore: (id: string) => void }) => {
  const { writing } = useActing();
  const { data: [, ...earlier] = [] } = useQuery({
    queryKey: ['own-profile', pubkey, 'versions'],
    queryFn: () => writing.profile.versions(pubkey),
    staleTime: 0,
    gcTime: 0,
  });
  const versions = earlier.map((version) => ({
    id: version.id,
    createdAt: version.created_at,
    what: <bdi>{nameIn(version)}</bdi>,
  }));
  return <Versions versions={versions} onRestore={onRestore} />;
};
