/// The modules of the system that the code of apps imports.
package enum SystemModules {
  package static let names: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit",
    "AuthenticationServices", "BackgroundTasks", "Charts", "CloudKit", "Cocoa", "Combine",
    "Contacts", "CoreBluetooth", "CoreData", "CoreGraphics", "CoreImage", "CoreLocation",
    "CoreMotion", "CoreSpotlight", "CoreText", "CoreTransferable", "CryptoKit", "Darwin",
    "Dispatch", "EventKit", "Foundation", "HealthKit", "ImageIO", "Intents",
    "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "MobileCoreServices", "Network",
    "OSLog", "Observation", "ObjectiveC", "PDFKit", "Photos", "PhotosUI", "QuartzCore",
    "QuickLook", "SafariServices", "Security", "StoreKit", "Swift", "SwiftData", "SwiftUI",
    "Testing", "TipKit", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "Vision",
    "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit", "XCTest", "os",
  ]
}
