import { describe, expect, it } from 'vitest';
import { xmpPacket } from '#tests/support/photo-fixture.ts';
import { readDroneXmp } from './drone-xmp.ts';
import { readXmp, xmpNumber, xmpNumbers } from './read-xmp.ts';

const dji = { 'drone-dji': 'http://www.dji.com/drone-dji/1.0/' };

describe('XMP', () => {
  it('reads attributes, elements, structures and lists, by namespace rather than prefix', () => {
    const { values, fault } = readXmp([
      `<rdf:RDF xmlns:d="http://www.dji.com/drone-dji/1.0/"><rdf:Description d:RelativeAltitude='+40.10'>
        <d:GimbalYawDegree> -12.5 </d:GimbalYawDegree><!-- <d:GimbalYawDegree>3</d:GimbalYawDegree> -->
        <drone-skydio:CameraOrientationNED rdf:parseType="Resource"><drone-skydio:Yaw>7</drone-skydio:Yaw></drone-skydio:CameraOrientationNED>
        <Camera:PrincipalPoint><rdf:Seq><rdf:li>2.4</rdf:li><rdf:li>1.8</rdf:li></rdf:Seq></Camera:PrincipalPoint>
        <dc:title>A &amp; B &#233;</dc:title></rdf:Description>`,
    ]);
    expect(xmpNumber(values, 'drone-dji:RelativeAltitude')).toBe(40.1);
    expect(xmpNumber(values, 'drone-dji:GimbalYawDegree')).toBe(-12.5);
    expect(xmpNumber(values, 'drone-skydio:CameraOrientationNED/Yaw')).toBe(7);
    expect(xmpNumbers(values, 'Camera:PrincipalPoint')).toEqual([2.4, 1.8]);
    expect(values.get('dc:title')).toBe('A & B é');
    expect(fault).toBe('cut');
  });

  it('reads fractions and refuses what is no number', () => {
    const values = new Map([
      ['a:x', '1/4'],
      ['a:y', '12 / 0'],
      ['a:z', 'north'],
      ['a:e', ''],
    ]);
    expect(xmpNumber(values, 'a:x')).toBe(0.25);
    expect(['a:y', 'a:z', 'a:e', 'a:none'].map((key) => xmpNumber(values, key))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    [null, '<r><a d:X="1" d:Y="2"/>&amp; &#233;</r>'],
    ['malformed', '<r><a d:X="1"d:Y="2"/></r>'],
    ['malformed', '<r><a></a></a></r>'],
    ['malformed', '<r>&unknown;</r>'],
    ['malformed', '<r>< 5 ></r>'],
    ['cut', '<r><a d:X="1" d:'],
    ['cut', '<r><a>'],
  ])('tells that a packet is %s: %s', (fault, packet) => {
    expect(readXmp([packet]).fault).toBe(fault);
  });

  it('reads what can be read of a damaged packet, in time that grows with its length', () => {
    expect(readXmp(['<a:B>1</a:B><a:C>2', '<a:D>3</a:D>']).values.get('a:D')).toBe('3');
    expect(readXmp(['<x'.repeat(50_000)]).values.size).toBe(0);
    expect(readXmp(['<a:b>'.repeat(20_000)]).values.size).toBe(0);
  });
});

describe('drone metadata', () => {
  it('reads DJI with its precise position', () => {
    const packet = xmpPacket(dji, {
      'drone-dji:GimbalYawDegree': '+42.80',
      'drone-dji:GimbalPitchDegree': '-89.90',
      'drone-dji:GimbalRollDegree': '+0.00',
      'drone-dji:FlightYawDegree': '+40.10',
      'drone-dji:RelativeAltitude': '+40.10',
      'drone-dji:AbsoluteAltitude': '-3.5',
      'drone-dji:GpsLatitude': '22.5',
      'drone-dji:GpsLongtitude': '113.9',
      'drone-dji:RtkFlag': '50',
      'drone-dji:RtkStdLon': '0.012',
      'drone-dji:RtkStdLat': '0.011',
      'drone-dji:RtkStdHgt': '0.025',
      'drone-dji:CalibratedFocalLength': '3666.666504',
      'drone-dji:CalibratedOpticalCenterX': '2736.0',
      'drone-dji:CalibratedOpticalCenterY': '1824.0',
    });
    expect(readDroneXmp(readXmp([packet]).values, 'DJI')).toMatchObject({
      attitude: { yaw: 42.8, pitch: -89.9, roll: 0 },
      relativeAltitudeM: 40.1,
      altitude: -3.5,
      latitude: 22.5,
      longitude: 113.9,
      fix: 'fixed',
      sigmaM: [0.012, 0.011, 0.025],
      focalPx: 3666.666504,
      centrePx: [2736, 1824],
    });
  });

  it.each([
    ['50', 'fixed'],
    ['34', 'float'],
    ['16', 'single'],
    ['0', 'none'],
  ])('reads the RTK flag %s as %s', (flag, fix) => {
    expect(readDroneXmp(readXmp([xmpPacket(dji, { 'drone-dji:RtkFlag': flag })]).values, 'DJI').fix).toBe(
      fix,
    );
  });

  it('takes the dewarp focal length before the nominal one', () => {
    const packet = xmpPacket(dji, {
      'drone-dji:CalibratedFocalLength': '3666',
      'drone-dji:DewarpData': '2018-09-04;3678.97,3672.87,10.1,27.29,-0.268,0.111,0.0006,-0.0001,-0.038',
    });
    expect(readDroneXmp(readXmp([packet]).values, 'DJI').focalPx).toBeCloseTo(3675.92, 6);
  });

  it('brings every maker to one convention: -90 looks straight down', () => {
    const camera = { Camera: 'http://pix4d.com/camera/1.0' };
    const ypr = (pitch: string, roll: string) => ({
      'Camera:Yaw': '10',
      'Camera:Pitch': pitch,
      'Camera:Roll': roll,
    });
    const attitude = (packet: string, make: string) => readDroneXmp(readXmp([packet]).values, make).attitude;
    expect(attitude(xmpPacket(camera, ypr('2', '3')), 'MicaSense')).toEqual({ yaw: 10, pitch: -88, roll: 3 });
    expect(attitude(xmpPacket(camera, ypr('2', '3')), 'senseFly')).toEqual({ yaw: 10, pitch: -88, roll: -3 });
    expect(attitude(xmpPacket(camera, ypr('-85', '0')), 'Autel')).toEqual({ yaw: 10, pitch: -85, roll: 0 });
    const parrot = xmpPacket(
      { 'drone-parrot': 'http://www.parrot.com/drone-parrot/1.0/', ...camera },
      { ...ypr('5', '0'), 'drone-parrot:CameraYawDegree': '10', 'drone-parrot:CameraPitchDegree': '-85' },
    );
    expect(attitude(parrot, 'Parrot')).toEqual({ yaw: 10, pitch: -85, roll: 0 });
    const skydio =
      '<drone-skydio:CameraOrientationNED><rdf:Description drone-skydio:Yaw="10" drone-skydio:Pitch="-85" drone-skydio:Roll="1"/></drone-skydio:CameraOrientationNED>';
    expect(attitude(skydio, 'Skydio')).toEqual({ yaw: 10, pitch: -85, roll: 1 });
  });

  it('tells spectral bands and what measured heights', () => {
    const read = (values: Record<string, string>) =>
      readDroneXmp(readXmp([xmpPacket(dji, values)]).values, 'DJI');
    expect(
      read({ 'drone-dji:ImageSource': 'InfraredCamera', 'drone-dji:AltitudeType': 'RtkAlt' }),
    ).toMatchObject({
      band: 'infrared',
      heightType: 'RtkAlt',
    });
    expect(read({ 'drone-dji:ImageSource': 'WideCamera' })).toMatchObject({ band: null, heightType: null });
    expect(read({ 'drone-dji:BandName': 'Red edge' }).band).toBe('Red edge');
  });

  it.each([
    ['pixels', { focalPx: 1450.5, focalMm: null }],
    ['mm', { focalPx: null, focalMm: 1450.5 }],
    ['', { focalPx: null, focalMm: 1450.5 }],
  ])('reads a focal length of MicaSense in %j', (units, expected) => {
    const values = { 'Camera:PerspectiveFocalLength': '1450.5', 'Camera:PerspectiveFocalLengthUnits': units };
    expect(readDroneXmp(new Map(Object.entries(values)), 'MicaSense')).toMatchObject(expected);
  });
});
