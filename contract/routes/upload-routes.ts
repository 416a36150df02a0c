import { z } from 'zod';
import { limits } from '../limits.ts';
import { noBody, nothing, pk, projectParams } from '../schemas/common.ts';
import { imageEntry, imagesAnnounce, imagesAnnounced, sensorImage } from '../schemas/images.ts';
import { lidarCreate, lidarProduct, lidarUploaded } from '../schemas/lidar.ts';
import { project, recoveryData, uploadCompletedQuery } from '../schemas/project.ts';
import { signedCall, storeCall } from '../store/signed-call.ts';
import { bothPrefixes, defineRoute } from './route.ts';

/** Announces the lidar files; returns the product and the key of each file. */
export const lidarCreateRoute = defineRoute({
  id: 'lidar.create',
  method: 'POST',
  path: '/imageset/{pk}/lidar',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: lidarCreate,
  response: lidarProduct,
});

const lidarParams = z.object({ pk, lidarPk: pk });

/** Says that one lidar file has arrived; the server checks it. */
export const lidarPatch = defineRoute({
  id: 'lidar.patch',
  method: 'PATCH',
  path: '/imageset/{pk}/lidar/{lidarPk}',
  prefixes: bothPrefixes,
  access: 'own',
  params: lidarParams,
  query: nothing,
  body: lidarUploaded,
  response: lidarProduct,
});

/** The same as `lidar.patch`, for clients that send POST. */
export const lidarPost = defineRoute({
  id: 'lidar.post',
  method: 'POST',
  path: '/imageset/{pk}/lidar/{lidarPk}',
  prefixes: bothPrefixes,
  access: 'own',
  params: lidarParams,
  query: nothing,
  body: lidarUploaded,
  response: lidarProduct,
});

/** Announces the files of an image project; returns the key of each. */
export const imagesInitialize = defineRoute({
  id: 'images.initialize',
  method: 'POST',
  path: '/imageset/{pk}/images/initialize_for_upload',
  prefixes: bothPrefixes,
  access: 'own',
  bodyLimit: limits.announceBody,
  params: projectParams,
  query: nothing,
  body: imagesAnnounce,
  response: imagesAnnounced,
});

/** Photos of the project that have arrived, in the order in which they were announced. */
export const imagesList = defineRoute({
  id: 'images.list',
  method: 'GET',
  path: '/imageset/{pk}/images',
  prefixes: bothPrefixes,
  access: 'view',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: z.array(imageEntry),
});

export const imageGet = defineRoute({
  id: 'images.get',
  method: 'GET',
  path: '/imageset/{pk}/images/{image_id}',
  prefixes: bothPrefixes,
  access: 'view',
  params: z.object({ pk, image_id: z.coerce.number().int().nonnegative() }),
  query: nothing,
  body: noBody,
  response: imageEntry,
});

/** The photos of one sensor of a project, as announced; sensors are those that the project lists. */
export const sensorImages = defineRoute({
  id: 'sensor.images',
  method: 'GET',
  path: '/imageset/{pk}/sensor/{sensor_pk}/image',
  prefixes: bothPrefixes,
  access: 'view',
  params: z.object({ pk, sensor_pk: pk }),
  query: nothing,
  body: noBody,
  response: z.array(sensorImage),
});

/** Ends the upload; refused while files are missing. Starts processing by default. */
export const uploadCompleted = defineRoute({
  id: 'upload.completed',
  method: 'POST',
  path: '/imageset/{pk}/images/set_upload_completed',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: uploadCompletedQuery,
  body: noBody,
  response: project,
});

/** Marks an interrupted upload as continuing. */
export const uploadResuming = defineRoute({
  id: 'upload.resuming',
  method: 'GET',
  path: '/imageset/{pk}/set_upload_resuming',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: project,
});

export const uploadRecovery = defineRoute({
  id: 'upload.recovery',
  method: 'GET',
  path: '/imageset/{pk}/upload_recovery_data',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: noBody,
  response: recoveryData,
});

/** Uploads in parts that are open for `canonical_uri` (`/{pk}/input/{name}`), newest first. */
export const uploadMultipartList = defineRoute({
  id: 'upload.multipart-list',
  method: 'GET',
  path: '/imageset/{pk}/list_multipart_uploads',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: z.object({ canonical_uri: z.string().max(1024) }),
  body: noBody,
  response: z.array(z.object({ key: z.string(), upload_id: z.string(), initiated: z.string() })),
});

/**
 * Signs one call of an upload to `/{pk}/input/{name}` of the object store. Throws `upload.needs-s3` where files go
 * through this server.
 */
export const uploadSign = defineRoute({
  id: 'upload.sign',
  method: 'POST',
  path: '/imageset/{pk}/images/sign_upload',
  prefixes: bothPrefixes,
  access: 'own',
  params: projectParams,
  query: nothing,
  body: z.object({ name: z.string().min(1).max(limits.nameLength), call: storeCall }),
  response: signedCall,
});
